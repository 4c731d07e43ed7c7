/** A name that phishing borrows. Small letters without blanks; several words are found written apart too. */
export interface Brand {
  readonly name: string;
  /** Registrable domains of its own beside `<name>.com`. */
  readonly domains: readonly string[];
  /** An ordinary word or a common name too, so that alone it proves little. */
  readonly isWord: boolean;
}

/** One line a brand: name, `?` for an ordinary word, further domains. Those that reports on phishing name most often. */
const table = `
paypal paypal.me paypal-community.com
apple ?
icloud apple.com
appleid apple.com
microsoft microsoftonline.com live.com office.com azure.com
office365 office.com microsoft.com
onedrive live.com microsoft.com
sharepoint microsoft.com
outlook ? live.com microsoft.com
google google-analytics.com youtube.com withgoogle.com
gmail google.com
amazon amazon.de amazon.co.uk amazon.fr amazon.es amazon.it amazonaws.com
netflix
facebook facebookmail.com
instagram
whatsapp
linkedin
twitter x.com
tiktok
snapchat
telegram telegram.org t.me
dropbox dropboxmail.com
docusign docusign.net
adobe
dhl dhl.de
fedex
usps
royalmail
deutschepost deutschepost.de dhl.de
ups ?
dpd dpd.de dpd.co.uk
hermes ? myhermes.de hermesworld.com
americanexpress aexp.com
mastercard mastercard.us
visa ?
chase ?
bankofamerica bofa.com
wellsfargo
citibank citi.com
capitalone
hsbc hsbc.co.uk
barclays barclays.co.uk
lloydsbank lloydsbank.co.uk
natwest
santander santander.co.uk santander.es
sparkasse sparkasse.de
volksbank volksbank.de vr.de
commerzbank commerzbank.de
deutschebank db.com deutsche-bank.de
postbank postbank.de
comdirect comdirect.de
creditagricole credit-agricole.fr
bnpparibas bnpparibas.net
revolut
wise ?
stripe ?
klarna klarna.de
coinbase
binance binance.us
kraken ?
metamask metamask.io
ledger ?
trezor trezor.io
ebay ebay.de ebay.co.uk ebay.fr
aliexpress
alibaba
walmart
costco
spotify spotifymail.com
playstation sony.com
steam ? steampowered.com steamcommunity.com
roblox
github github.io githubusercontent.com
gitlab
slack ? slack-edge.com
zoom ? zoom.us
salesforce force.com
cloudflare
godaddy
namecheap
wordpress wordpress.org
shopify myshopify.com shopifyemail.com
airbnb
booking ?
telekom telekom.de t-online.de
vodafone vodafone.de vodafone.co.uk
verizon
comcast comcast.net xfinity.com
irsgov irs.gov
`;

export const brands: readonly Brand[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', ...rest] = line.split(' ');
    const isWord = rest[0] === '?';
    return { name, isWord, domains: [`${name}.com`, ...rest.slice(isWord ? 1 : 0)] };
  });

/** Words beside an ordinary word in mail in a company's name: `Apple Support`, `Chase Alerts`. */
export const serviceWords: ReadonlySet<string> = new Set(
  `account accounts admin alert alerts assistance bank billing card care center centre client customer delivery department
  desk group guard help helpdesk id inc info invoice konto kundenservice limited llc login ltd mail member message no noreply
  notice notification notifications notify official online order orders pay payment payments portal post prime protection
  receipt refund reply reward rewards secure security service services shipping store support team the tracking trust
  update updates verification verify wallet`.split(/\s+/),
);

/** Emails as the usual tools write them, whole and correct: none of them has an error. */
export const ordinaryEmails: Readonly<Record<string, string>> = {
  'a letter': '<p>Hello Ada,</p><p>your teapot is on its way.<br>Best wishes<br>The team at Acme</p>',

  'a newsletter in tables': `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<style type="text/css">body{margin:0;padding:0}#outlook a{padding:0}.ReadMsgBody{width:100%}
@media only screen and (max-width:480px){table[class=container]{width:100% !important}.hide{display:none !important}}</style></head>
<body bgcolor="#f6f6f6"><table width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
<table class="container" width="600"><tr><td style="padding:20px;font-family:Arial"><h1>May at Acme</h1>
<p>Three new teapots arrived this week, and the old ones are cheaper.</p>
<a href="https://shop.example/teapots?utm_source=news&amp;utm_medium=email"><img src="https://shop.example/a.png" alt="Teapots" width="560"></a>
</td></tr></table></td></tr></table></body></html>`,

  'what MJML writes': `<!doctype html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head>
<!--[if !mso]><!--><meta http-equiv="X-UA-Compatible" content="IE=edge"><!--<![endif]-->
<style type="text/css">#outlook a{padding:0;}img{border:0;height:auto;-ms-interpolation-mode:bicubic;}</style>
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml></noscript><![endif]-->
<!--[if !mso]><!--><link href="https://fonts.example/css?family=Ubuntu" rel="stylesheet"><style>@import url(https://fonts.example/css?family=Ubuntu);</style><!--<![endif]-->
<style>@media only screen and (min-width:480px){.mj-column-per-100{width:100% !important;max-width:100%;}}</style></head>
<body style="word-spacing:normal;"><div style="display:none;font-size:1px;max-height:0px;overflow:hidden;">Your order has shipped</div>
<!--[if mso | IE]><table align="center" width="600"><tr><td style="line-height:0px;mso-line-height-rule:exactly;"><![endif]-->
<div style="margin:0px auto;max-width:600px;"><table role="presentation" style="width:100%;"><tbody><tr><td style="direction:ltr;font-size:0px;padding:20px 0;">
<div class="mj-column-per-100" style="font-size:0px;display:inline-block;vertical-align:top;width:100%;"><div style="font-family:Ubuntu,Helvetica,Arial,sans-serif;font-size:13px;">Hello Ada, your order has shipped and arrives on Monday.</div></div>
</td></tr></tbody></table></div><!--[if mso | IE]></td></tr></table><![endif]--></body></html>`,

  'what React Email writes': `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html dir="ltr" lang="en"><head><link rel="preload" as="image" href="https://app.example/logo.png"/></head>
<body style="background-color:#ffffff"><!--$--><div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0">Join Ada on Acme<div>${' ‌​‍‎‏\ufeff'.repeat(60)}</div></div>
<table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:465px"><tbody><tr><td><p style="font-size:14px;line-height:24px;margin:16px 0">Hello Grace, Ada has invited you to the team on Acme.</p>
<a href="https://app.example/teams/invite/foo" style="line-height:100%;display:inline-block;padding:12px 20px" target="_blank"><span><!--[if mso]><i style="mso-font-width:500%;mso-text-raise:18" hidden>&#8202;&#8202;</i><![endif]--></span><span>Join the team</span></a>
<p>or copy this URL: <a href="https://app.example/teams/invite/foo">https://app.example/teams/invite/foo</a></p></td></tr></tbody></table><!--/$--></body></html>`,

  'a receipt': `<h2>Receipt 1042</h2><table width="100%">${Array.from({ length: 40 }, (_, row) => `<tr><td>Teapot ${row}</td><td align="right">${row}.00 EUR</td></tr>`).join('')}</table><p>Questions? <a href="mailto:help@shop.example">help@shop.example</a></p>`,

  'a one-time code':
    '<p>Your code:</p><p style="font-size:32px;letter-spacing:4px"><b>482 913</b></p><p>It is valid for ten minutes.</p>',

  'a mail about templates':
    '<p>Write <code>{{ name }}</code> where the name is to be:</p><pre>{% if name %}Hello {{ name }}{% endif %}</pre>',

  'a structured action': `<script type="application/ld+json">{"@context":"http://schema.org","@type":"EmailMessage","potentialAction":{"@type":"ViewAction","target":{"@type":"EntryPoint","url":"https://app.example/"}}}</script><p>See what has changed in your workspace since Monday.</p>`,

  'styles with nested braces':
    '<style>@media (max-width:600px){@supports (display:grid){.a{color:red}}}</style><p>Two columns become one on phones.</p>',

  'a button for Outlook': `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="https://shop.example/" style="height:40px;v-text-anchor:middle;width:200px;" arcsize="10%"><w:anchorlock/><center>Shop now</center></v:roundrect><![endif]-->
<!--[if !mso]><!--><a href="https://shop.example/" style="display:inline-block;border-radius:4px;mso-hide:all">Shop now</a><!--<![endif]--><p>New teapots every week.</p>`,

  'dark mode': `<meta name="color-scheme" content="light dark"><style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.card{background:#111 !important}}</style><div class="card">Your weekly report is ready to read.</div>`,

  'a German newsletter':
    '<p>Guten Tag, Frau Lovelace, unsere Teekannen gibt es jetzt in Blau.</p><p><a href="https://shop.example/abmelden?id=7">Newsletter abbestellen</a></p>',

  'a mail from right to left':
    '<html dir="rtl" lang="ar"><body><p>مرحبا آدا، طلبك في الطريق إليك.</p><a href="https://shop.example/ar">تتبع الطلب</a></body></html>',

  'a calendar invitation':
    '<p>Team meeting, Monday at 10:00.</p><p>Room: {to be announced}. Agenda: 1) figures 2) {3 minutes} break</p>',
};

/** Aggregate reports as receivers write them, with other names, addresses and numbers. */

export interface RowFixture {
  readonly ip?: string;
  readonly count?: number | string;
  readonly disposition?: string;
  readonly dkim?: string;
  readonly spf?: string;
  /** XML of its reasons. */
  readonly reasons?: string;
}

export const row = ({ ip, count, disposition, dkim, spf, reasons }: RowFixture = {}): string =>
  `<record><row><source_ip>${ip ?? '192.0.2.1'}</source_ip><count>${count ?? 1}</count><policy_evaluated>` +
  `<disposition>${disposition ?? 'none'}</disposition><dkim>${dkim ?? 'pass'}</dkim><spf>${spf ?? 'pass'}</spf>${reasons ?? ''}` +
  `</policy_evaluated></row><identifiers><header_from>shop.example</header_from></identifiers>` +
  `<auth_results><spf><domain>bounce.shop.example</domain><result>pass</result></spf></auth_results></record>`;

export const feedback = (records: readonly string[], head = ''): string =>
  `<?xml version="1.0" encoding="UTF-8" ?>\n<feedback>${head}<report_metadata><org_name>receiver.example</org_name>` +
  `<email>dmarc@receiver.example</email><report_id>1</report_id><date_range><begin>1700006400</begin>` +
  `<end>1700092799</end></date_range></report_metadata><policy_published><domain>shop.example</domain><adkim>r</adkim>` +
  `<aspf>r</aspf><p>none</p><sp>none</sp><pct>100</pct></policy_published>${records.join('')}</feedback>`;

type RecordParts = readonly [source: string, evaluated: string, identifiers: string, results: string];

const record = (...[source, evaluated, identifiers, results]: RecordParts): string => `
  <record>
    <row>
      ${source}
      <policy_evaluated>
        ${evaluated}
      </policy_evaluated>
    </row>
    <identifiers>
      ${identifiers}
    </identifiers>
    <auth_results>
      ${results}
    </auth_results>
  </record>`;

type ReportParts = readonly [metadata: string, policy: string, records: string, root?: string];

const report = (...[metadata, policy, records, root = '<feedback>']: ReportParts): string =>
  `<?xml version="1.0" encoding="UTF-8" ?>
${root}
  <report_metadata>
    ${metadata}
  </report_metadata>
  <policy_published>
    ${policy}
  </policy_published>${records}
</feedback>`;

/** After stalwartlabs/mail-auth, resources/dmarc-feedback/002.xml and 100.eml (Google, 2022). */
export const google = report(
  `<org_name>google.com</org_name>
    <email>noreply-dmarc-support@google.com</email>
    <extra_contact_info>https://support.google.com/a/answer/2466580</extra_contact_info>
    <report_id>2122885654478337555</report_id>
    <date_range>
      <begin>1700006400</begin>
      <end>1700092799</end>
    </date_range>`,
  `<domain>shop.example</domain>
    <adkim>r</adkim>
    <aspf>r</aspf>
    <p>none</p>
    <sp>none</sp>
    <pct>100</pct>`,
  record(
    '<source_ip>2001:0db8::0:1</source_ip><count>2</count>',
    '<disposition>none</disposition><dkim>fail</dkim><spf>pass</spf>',
    '<header_from>shop.example</header_from>',
    `<dkim><domain>shop-example.20210112.gappssmtp.com</domain><result>pass</result><selector>20210112</selector></dkim>
      <spf><domain>shop.example</domain><result>pass</result></spf>`,
  ),
);

/** After domainaware/parsedmarc, samples/aggregate/protection.outlook.com!… (2024) and mail-auth 103.eml (2022). */
export const microsoft = report(
  `<org_name>Outlook.com</org_name>
    <email>dmarcreport@microsoft.com</email>
    <report_id>cfeafefe4129445e8c81018bd9177197</report_id>
    <date_range>
      <begin>1711756800</begin>
      <end>1711843200</end>
    </date_range>`,
  `<domain>shop.example</domain>
    <adkim>s</adkim>
    <aspf>r</aspf>
    <p>quarantine</p>
    <sp>none</sp>
    <pct>100</pct>
    <fo>0</fo>`,
  record(
    '<source_ip>192.0.2.149</source_ip><count>1</count>',
    '<disposition>quarantine</disposition><dkim>fail</dkim><spf>fail</spf>',
    '<envelope_to>hotmail.com</envelope_to><envelope_from>lists.example</envelope_from><header_from>shop.example</header_from>',
    `<dkim><domain>lists.example</domain><selector>l1</selector><result>pass</result></dkim>
      <dkim><domain>lists.example</domain><selector>l1</selector><result>pass</result></dkim>
      <dkim><domain>shop.example</domain><selector>pr1</selector><result>fail</result></dkim>
      <spf><domain>lists.example</domain><scope>mfrom</scope><result>pass</result></spf>`,
  ),
  '<feedback xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
);

/** After stalwartlabs/mail-auth, 102.eml (Mail.ru, 2022): gzip beside a text in base64, `version` missing. */
export const mailRu = report(
  `<date_range>
      <begin>1667865600</begin>
      <end>1667952000</end>
    </date_range>
    <email>dmarc_support@corp.mail.ru</email>
    <extra_contact_info>http://help.mail.ru/mail-help</extra_contact_info>
    <org_name>Mail.Ru</org_name>
    <report_id>28551467700969547611667865600</report_id>`,
  `<adkim>r</adkim>
    <aspf>r</aspf>
    <domain>shop.example</domain>
    <p>none</p>
    <pct>100</pct>
    <sp>none</sp>`,
  record(
    '<count>1</count><source_ip>192.0.2.194</source_ip>',
    '<disposition>none</disposition><dkim>fail</dkim><spf>fail</spf>',
    '<header_from>shop.example</header_from>',
    `<dkim><domain>lists.example</domain><result>pass</result><selector>l1</selector></dkim>
      <spf><domain>lists.example</domain><result>pass</result><scope>mfrom</scope></spf>`,
  ),
);

/** After stalwartlabs/mail-auth, 003.xml (Fastmail, 2022): tabs, no alignment modes, a reason for an override. */
export const fastmail = report(
  `<org_name>Fastmail Pty Ltd</org_name>
		<email>reports@fastmaildmarc.com</email>
		<extra_contact_info>https://fastmail.com/</extra_contact_info>
		<report_id>758848224</report_id>
		<date_range>
			<begin>1667347200</begin>
			<end>1667433599</end>
		</date_range>`,
  `<domain>shop.example</domain>
		<p>reject</p>
		<sp>none</sp>
		<pct>100</pct>
		<fo>0</fo>`,
  record(
    '<source_ip>192.0.2.117</source_ip><count>3</count>',
    `<disposition>none</disposition><dkim>fail</dkim><spf>fail</spf>
				<reason><type>trusted_forwarder</type><comment>Policy ignored due to local white list</comment></reason>`,
    '<envelope_from>bounce.lists.example</envelope_from><header_from>shop.example</header_from>',
    `<dkim><domain>lists.example</domain><selector>dkim-1</selector><result>pass</result><human_result>pass</human_result></dkim>
			<spf><domain>bounce.lists.example</domain><scope>mfrom</scope><result>pass</result></spf>`,
  ),
);

/** As Yahoo and Comcast write them by the schema of RFC 7489 Appendix C: every field, in its order, no namespace. */
export const byTheSchema = (organization: string, email: string): string =>
  report(
    `<org_name>${organization}</org_name>
    <email>${email}</email>
    <report_id>1700092800.718281</report_id>
    <date_range>
      <begin>1700006400</begin>
      <end>1700092799</end>
    </date_range>`,
    `<domain>shop.example</domain>
    <adkim>r</adkim>
    <aspf>s</aspf>
    <p>reject</p>
    <sp>quarantine</sp>
    <pct>50</pct>`,
    record(
      '<source_ip>192.0.2.7</source_ip><count>12</count>',
      '<disposition>reject</disposition><dkim>fail</dkim><spf>fail</spf>',
      '<header_from>shop.example</header_from>',
      `<dkim><domain>shop.example</domain><result>permerror</result></dkim>
      <spf><domain>other.example</domain><result>softfail</result></spf>`,
    ),
  );

/** After the example of RFC 9990 Appendix B: a namespace, no alignment modes, `np` and `testing`, the disposition `pass`. */
export const rfc9990 = report(
  `<org_name>Sample Reporter</org_name>
    <email>report_sender@example-reporter.com</email>
    <extra_contact_info>...</extra_contact_info>
    <report_id>3v98abbp8ya9n3va8yr8oa3ya</report_id>
    <date_range>
      <begin>302832000</begin>
      <end>302918399</end>
    </date_range>
    <generator>Example DMARC Aggregate Reporter v1.2</generator>`,
  `<domain>shop.example</domain>
    <p>quarantine</p>
    <sp>none</sp>
    <np>none</np>
    <testing>n</testing>
    <discovery_method>treewalk</discovery_method>`,
  record(
    '<source_ip>192.0.2.123</source_ip><count>123</count>',
    '<disposition>pass</disposition><dkim>pass</dkim><spf>fail</spf>',
    '<envelope_from>shop.example</envelope_from><header_from>shop.example</header_from>',
    `<dkim><domain>shop.example</domain><result>pass</result><selector>abc123</selector></dkim>
      <spf><domain>shop.example</domain><result>fail</result></spf>`,
  ),
  '<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">\n  <version>1.0</version>',
);

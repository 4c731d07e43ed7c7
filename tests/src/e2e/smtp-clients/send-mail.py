"""Sends the message on standard input by smtplib; the replies are on standard error."""

import smtplib
import ssl
import sys

host, port, ca_file, user, password, sender, recipient = sys.argv[1:]
with smtplib.SMTP(host, int(port), timeout=30) as smtp:
    smtp.starttls(context=ssl.create_default_context(cafile=ca_file))
    smtp.login(user, password)
    smtp.set_debuglevel(1)
    try:
        smtp.sendmail(sender, [recipient], sys.stdin.buffer.read(), mail_options=['BODY=8BITMIME'])
    except smtplib.SMTPDataError:
        sys.exit(1)

"""Reads messages (a JSON list of base64) with a parser that the product does not use; answers them as JSON."""

import base64
import json
import sys
from email import message_from_bytes
from email.policy import default


def read_part(part):
    return {
        'type': part.get_content_type(),
        'method': part.get_param('method'),
        'name': part.get_filename(),
        'contentId': part['content-id'],
        'content': read_content(part),
    }


def read_content(part):
    if part.get_content_maintype() == 'message':
        return part.get_payload(0).as_string()
    if part.get_content_maintype() == 'text':
        return part.get_content().replace('\r\n', '\n').rstrip('\n')
    return part.get_payload(decode=True).decode('latin-1')


def structure(part):
    if part.get_content_maintype() != 'multipart':
        return part.get_content_type()
    return f"{part.get_content_type()}({', '.join(structure(inner) for inner in part.iter_parts())})"


def leaves(part):
    if part.get_content_maintype() != 'multipart':
        return [part]
    return [leaf for inner in part.iter_parts() for leaf in leaves(inner)]


def read_message(raw):
    message = message_from_bytes(raw, policy=default)
    return {
        'headers': [[name.lower(), str(value)] for name, value in message.items()],
        'structure': structure(message),
        'parts': [read_part(part) for part in leaves(message)],
        'source': raw.decode('latin-1'),
        'lineOctetsMax': max(len(line) for line in raw.split(b'\r\n')),
    }


raws = [base64.b64decode(text) for text in json.load(sys.stdin)]
json.dump([read_message(raw) for raw in raws], sys.stdout)

import { AppError } from '@postrider/contracts/errors';
import { checkHeaders } from './content';

it('passes extra headers on and drops those of unsubscribing, in any case', () => {
  const headers = {
    'X-Order': '1',
    'LIST-unsubscribe': '<x>',
    'List-Unsubscribe-Post': 'y',
    'In-Reply-To': '<a@b>',
  };
  expect(checkHeaders(headers)).toEqual({ 'X-Order': '1', 'In-Reply-To': '<a@b>' });
});

it.each([
  'Received',
  'resent-to',
  'Delivered-To',
  'X-SES-Configuration-Set',
  'ARC-Seal',
  'Authentication-Results',
])('drops %s as the relay does, whatever it holds', (name) => {
  expect(checkHeaders({ 'X-A': '1', [name]: 'a\u0007b' })).toEqual({ 'X-A': '1' });
});

it('the result of checkHeaders is null when nothing is left', () => {
  expect([checkHeaders(undefined), checkHeaders({}), checkHeaders({ 'List-Unsubscribe': 'x' })]).toEqual([
    null,
    null,
    null,
  ]);
});

it.each([
  'Message-ID',
  'message-id',
  'Feedback-ID',
  'DKIM-Signature',
  'BCC',
  'Content-Type',
  'Subject',
  'Return-Path',
])('the header %s is refused', (name) => {
  const check = () => checkHeaders({ 'X-A': '1', [name]: 'x' });
  expect(check).toThrow(AppError);
  expect(check).toThrow(`${name} is set by Postrider and cannot be changed.`);
});

it('names a value that no header line can carry', () => {
  const check = () => checkHeaders({ 'X-A': 'a\u0007b' });
  expect(check).toThrow(AppError);
  expect(check).toThrow('headers.X-A: must not contain control characters');
});

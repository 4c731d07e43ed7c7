import { act, render } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RequestError } from '../api/request-error';
import { placeProblems, RefusedFields } from './use-field-errors';
import { useOnce } from './use-once';

const refusal = (...paths: string[]) =>
  new RequestError({
    ...{ status: 422, code: 'validation_error', message: 'to: required', requestId: null },
    fields: paths.map((each) => ({ path: each, message: 'required' })),
  });

describe('a problem of a request', () => {
  it.each([
    ['reply_to', ['from', 'replyTo'], 'replyTo'],
    ['domains', ['name', 'domainIds'], 'domainIds'],
    ['domain_ids[2]', ['name', 'domainIds'], 'domainIds'],
    ['default_opt_in', ['name', 'optIn'], 'optIn'],
    ['confirmation_subject', ['title', 'subject'], 'subject'],
    ['send_email', ['email', 'sendEmail'], 'sendEmail'],
    ['steps[0].from', ['name', 'from'], 'from'],
    ['trigger.event', ['name', 'event'], 'event'],
    ['topics[0]', ['topics'], 'topics'],
  ])('%s stands at its field', (at, names, field) => {
    const { errors, rest } = placeProblems(refusal(at), names);
    expect(errors).toEqual({ [field]: 'Required.' });
    expect(rest).toBeInstanceOf(RefusedFields);
    expect(rest.fields).toEqual([]);
  });

  it.each([
    ['name', ['firstName', 'lastName']],
    ['visibility', ['name', 'isPublic']],
    ['body', ['name']],
    ['', ['name']],
  ])('“%s” without a field is listed', (at, names) => {
    const error = refusal(at);
    expect(placeProblems(error, names)).toEqual({ errors: {}, rest: error });
  });

  it('joins what is wrong with one field, and keeps the rest', () => {
    const { errors, rest } = placeProblems(refusal('to[0]', 'to[1]', 'other'), ['to']);
    expect(errors).toEqual({ to: 'Required. Required.' });
    expect(rest.fields.map(({ path }) => path)).toEqual(['other']);
  });
});

describe('a change', () => {
  const setUp = () => {
    const runs: { readonly input: unknown; readonly end: () => void }[] = [];
    let mutate: (input: unknown) => void = () => undefined;
    const Probe = () => {
      ({ mutate } = useOnce({
        mutationFn: (input: unknown) => new Promise<void>((end) => runs.push({ input, end })),
      }));
      return null;
    };
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Probe />
      </QueryClientProvider>,
    );
    const run = (...inputs: unknown[]) =>
      act(() => {
        inputs.forEach((input) => mutate(input));
        return Promise.resolve();
      });
    return { runs, run };
  };

  it('runs once for a double click, and again after it has ended', async () => {
    const { runs, run } = setUp();
    await run({ name: 'a' }, { name: 'a' });
    await run({ name: 'a' });
    expect(runs).toHaveLength(1);
    await act(() => {
      runs[0]?.end();
      return Promise.resolve();
    });
    await run({ name: 'a' });
    expect(runs).toHaveLength(2);
  });

  it('runs for different inputs at the same time', async () => {
    const { runs, run } = setUp();
    await run({ topic: 'a' }, { topic: 'b' });
    expect(runs.map(({ input }) => input)).toEqual([{ topic: 'a' }, { topic: 'b' }]);
  });
});

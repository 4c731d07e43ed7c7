import type { DeliveryAttempt } from '../../api/types';
import { attempt as words } from '../../texts/email';
import type { Tone } from '../../ui/badge';
import { CodeBlock } from '../../ui/copy';
import { durationText } from './email-pace';
import { Advice, NextAttempt, Step } from './step';
import classes from './emails.module.css';

const tones: Readonly<Record<NonNullable<DeliveryAttempt['result']>, Tone>> = {
  accepted: 'active',
  deferred: 'warn',
  bounced: 'bad',
  unconfirmed: 'warn',
};

/** An attempt: the server, the address it left from, the reply, and the conversation of one that failed. */
export function AttemptStep({
  attempt,
  after,
}: {
  readonly attempt: DeliveryAttempt;
  readonly after: string;
}) {
  const { result, round, host, transport, source_address: source, reply } = attempt;
  const {
    diagnosis,
    conversation,
    tls,
    next_attempt_at: next,
    started_at: started,
    finished_at: finished,
  } = attempt;
  return (
    <Step
      name={words.result(round, result === null ? words.running : words.results[result])}
      at={started}
      after={after}
      tone={result === null ? 'active' : tones[result]}
    >
      <div className={classes.eventText}>
        {words.to(host)}
        {source !== null && ` ${words.from(source)}`}
        {transport !== null && ` ${words.over(transport)}`}
      </div>
      <Phases phases={attempt.phases} />
      {finished !== null && (
        <div className={classes.eventText}>
          {words.took(durationText((Date.parse(finished) - Date.parse(started)) / 1_000))}
        </div>
      )}
      {tls !== null && <div className={classes.eventText}>{tlsOf(tls)}</div>}
      {reply !== null && <div className={classes.reply}>{reply}</div>}
      {diagnosis !== null && <Advice diagnosis={diagnosis} />}
      {next !== null && <NextAttempt at={next} />}
      {conversation !== null && conversation.length > 0 && (
        <details className={classes.conversation}>
          <summary>{words.conversation}</summary>
          <CodeBlock code={conversation.join('\n')} wrap label={words.conversation} />
        </details>
      )}
    </Step>
  );
}

/** How long each phase took since the one before; the times before an attempt are steps of their own. */
function Phases({ phases }: { readonly phases: DeliveryAttempt['phases'] }) {
  const shown = phases.flatMap(({ phase, after_ms: ms }) => (ms === null ? [] : [{ phase, ms }]));
  if (shown.length === 0) return null;
  return (
    <div className={classes.eventText} role="group" aria-label={words.phasesLabel}>
      {shown.map(({ phase, ms }) => words.phase(words.phases[phase], durationText(ms / 1_000))).join(' → ')}
    </div>
  );
}

function tlsOf({ encrypted, version, cipher, verified }: NonNullable<DeliveryAttempt['tls']>): string {
  return encrypted ? words.tls([version, cipher, verified && words.verified[verified]]) : words.noTls;
}

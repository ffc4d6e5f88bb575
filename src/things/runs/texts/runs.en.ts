import type { Child } from 'hono/jsx'
import { runWords } from '../../../report/pieces/run-words.ts'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'

export const runs = {
  list: {
    lead: 'Every run of your checks, newest first.',
    noMatch: 'No runs match.',
    duration: 'Duration',
  },
  filters: {
    change: 'Since previous run',
  },
  head: {
    requests: ({ count }: { count: number }) => formatCount(count, 'request'),
    retries: ({ count }: { count: number }) => formatCount(count, 'retry', 'retries'),
    compare: 'Compare with the previous run',
  },
  totals: {
    acceptedRisks: ({ count, shown }: { count: number; shown: Child }) => [
      shown,
      count === 1 ? ' accepted risk' : ' accepted risks',
    ],
    judged: ({ accepted, refused }: { accepted: Child; refused: Child }) =>
      phrase`${accepted} accepted, ${refused} refused`,
    resolved: ({ count }: { count: Child }) => phrase`${count} resolved since the previous run`,
    oneUnknown: 'Check could not tell',
    unknown: 'Checks could not tell',
  },
  results: {
    noMatch: 'No results match these filters.',
    noAction: ({ count }: { count: number }) =>
      `${formatCount(count, 'result')} ${count === 1 ? 'needs' : 'need'} no action`,
    triedOn: ({ cases, mutants, killed }: { cases: number; mutants: number; killed: number }) =>
      `Tried on ${formatCount(cases, 'witness', 'witnesses')}, which notice ${killed} of ${formatCount(mutants, 'deliberate mistake')}`,
    all: ({ count }: { count: string }) => `All ${count} results of this check`,
    shown: ({ results }: { results: number }) => `(${results} shown)`,
    pages: ({ title }: { title: string }) => `Pages of ${title}`,
  },
  log: {
    title: ({ count }: { count: number }) => `Check log (${count})`,
    of: ({ title }: { title: string }) => `Log of ${title}`,
    more: ({ count }: { count: number }) => `The JSON report has ${count} more.`,
  },
  words: runWords,
  failure: {
    missingScopes: ({ code }: { code: Child }) => phrase`Missing permissions: ${code}. Reconnect and grant them.`,
    undecided: ({ complete, code }: { complete: boolean; code: Child }) => [
      complete ? 'Neither pass nor fail. ' : 'Neither pass nor fail, because not all data was read. ',
      code,
    ],
  },
  downloads: {
    title: 'Downloads',
    formats: {
      table: 'Plain text',
      json: 'JSON',
      ndjson: 'NDJSON',
      markdown: 'Markdown',
      sarif: 'SARIF',
      junit: 'JUnit XML',
      ocsf: 'OCSF',
      'ocsf-json': 'OCSF as one array',
      oscal: 'OSCAL',
      poam: 'OSCAL POA&M',
      gemara: 'Gemara',
      parquet: 'Parquet',
      svr: 'in-toto SVR',
      csv: 'Results as CSV',
      html: 'HTML page',
    },
    bundle: 'Signed evidence (ZIP)',
    edition:
      'The results in this file can be verified. The records of lists and the exchanges are left out because they name people. An admin can give you the full bundle.',
    replayable: 'An auditor can verify this file and replay the checks from it offline.',
    notReplayable: ({ reason }: { reason: string }) => `This file can be verified but not replayed: ${reason}`,
    incomplete: 'not all exchanges were kept.',
    noBundle: 'This run has no evidence bundle because it was started without evidence.',
  },
  exchange: {
    withoutPeople:
      'A list of people was read from this answer, and you may not read those. You see what was asked of whom and when, and the digest of the answer. The signed results have the verdicts that rest on it.',
    signedResults: 'Signed results (ZIP)',
    size: 'Bytes of the answer',
    noAnswer: 'no answer',
    sent: 'Sent',
    attempt: ({ attempt }: { attempt: number }) => `attempt ${attempt}`,
    credentials: 'This exchange obtained credentials, so its content was not kept.',
    redacted: ({ service }: { service: string }) => `${service} removed secrets before it stored this exchange.`,
    headers: ({ headers }: { headers: number }) => `Headers (${headers})`,
    noBody: 'No body.',
    base64: 'The content is not text and is shown as Base64.',
    body: ({ title }: { title: string }) => `Body: ${title}`,
    truncated: 'The rest is in the evidence bundle.',
  },
  progress: {
    pageTitle: ({ name }: { name: string }) => `${name}: running`,
    title: 'Run in progress',
    queued: ({ isConnection }: { isConnection: boolean }): string =>
      isConnection
        ? 'Waiting for another run of this connection to finish.'
        : 'Waiting for another cross-check run to finish.',
    requesting: 'Requesting data from the vendor.',
    comparing: 'Comparing the lists of all systems.',
    requestedAt: ({ moment }: { moment: Child }) => phrase`Requested on ${moment}`,
    cancel: 'Cancel run',
    help: 'You can close this page. The run continues, and its results appear here.',
    requests: 'Requests',
    waited: 'Waited',
  },
  resolved: {
    title: 'Since the previous run',
    empty: 'No findings were resolved.',
    notChecked: 'Not checked in this run, because their checks could not tell',
  },
  result: {
    toFinding: 'Owner, due date and comments',
    earlierJudgement: 'At the time of the run, an earlier judgement was in force:',
    readFrom: 'Read from',
    checkRead: 'Read by the check',
  },
  noResults: {
    title: 'This run ended without results',
    text: ({ name }: { name: string }) => `This run says nothing about ${name}. Start another run.`,
  },
  live: {
    asking: 'Requesting data.',
    request: '{count} request',
    requests: '{count} requests',
    retries: 'retrying, {seconds} s',
    limited: ({ vendor, perSecond }: { vendor: string; perSecond: number | undefined }) =>
      perSecond === undefined
        ? `waiting for the rate limit of ${vendor}, {seconds} s`
        : `waiting for the rate limit of ${vendor} (${formatCount(perSecond, 'request')} per second), {seconds} s`,
    noAnswer: 'no response',
    attempt: '(attempt {attempt})',
    ended: '{ended} of {all} checks finished',
    rateLimit: 'rate limit',
    retryAfterNone: 'retry after no response',
    retryAfter: 'retry after {status}',
  },
}

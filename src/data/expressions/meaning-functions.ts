import {
  allowsEverything,
  coversInternet,
  isNever,
  matchesGlob,
  matchesPathGlob,
  opensPort,
  readDmarc,
  readSpf,
  readTags,
} from '../../define/index.ts'
import type { ExpressionFunction } from './expression-function.ts'
import type { Meter } from './meter.ts'
import { Unknown, type Value, type ValueOrUnknown } from './value.ts'

/** What vendors' words, ranges and patterns mean, as code has it from `checkwright`. What cannot be read is unknown. */
export const meaningFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>([
  [
    'coversInternet',
    {
      usage: 'coversInternet(ranges)',
      says: 'Whether ranges of addresses, taken together, let the whole internet in: `0.0.0.0/0`, `::/0`, two halves, `1.0.0.0-223.255.255.255`. A list may have lists in it. An item that is no range, such as a name or `any`, makes it unknown unless the others cover the internet.',
      takes: [['list']],
      gives: 'boolean',
      call: ([ranges], { meter }) => {
        const list = (ranges as readonly Value[]).flat()
        meter.spend(list.length * rangeSteps)
        return tell(coversInternet(list), 'an item of a list of addresses is no range')
      },
    },
  ],
  [
    'opensPort',
    {
      usage: 'opensPort(ports, port)',
      says: 'Whether the ports of a rule, such as `22`, `"20-25,443"`, a list of these or `all`, have a port among them.',
      takes: [['text', 'number', 'list'], ['number']],
      gives: 'boolean',
      call: ([ports, port], { meter }) => {
        spendOnValue(meter, ports as Value)
        return tell(opensPort(ports, port as number), 'ports of a rule are no numbers')
      },
    },
  ],
  ...[
    {
      name: 'matchesGlob',
      match: matchesGlob,
      says: 'Whether a pattern covers a name. `*` stands for any characters, `/` too.',
    },
    {
      name: 'matchesPathGlob',
      match: matchesPathGlob,
      says: 'Whether a pattern covers a path. `*` and `?` stop at `/`, `**/` stands for any folders, `[a-z]` for one character.',
    },
  ].map(({ name, match, says }): [string, ExpressionFunction] => [
    name,
    {
      usage: `${name}(pattern, text)`,
      says,
      takes: [['text'], ['text']],
      gives: 'boolean',
      call: ([pattern, text], { meter }) => {
        meter.spend(((pattern as string).length * (text as string).length) >> 3)
        return tell(match(pattern as string, text as string), 'a pattern cannot be read')
      },
    },
  ]),
  [
    'allowsEverything',
    {
      usage: 'allowsEverything(policy)',
      says: 'Whether a policy of AWS IAM, as an object or as JSON, allows all actions on all resources. With a condition, or but for something, it is unknown.',
      takes: [['object', 'text']],
      gives: 'boolean',
      call: ([policy], { meter }) => {
        meter.spend(policySteps)
        return tell(allowsEverything(policy), 'a policy allows everything with exceptions, or cannot be read')
      },
    },
  ],
  [
    'readTags',
    {
      usage: 'readTags(text)',
      says: 'The tags of a text such as `v=DMARC1; p=reject`, as an object with names in lower case.',
      takes: [['text']],
      gives: 'object',
      call: ([text], { meter }) => {
        meter.spendOnText(text as string)
        return tell(readTags(text as string), 'a text is no list of tags')
      },
    },
  ],
  [
    'readDmarc',
    {
      usage: 'readDmarc(records)',
      says: 'What the TXT records of `_dmarc.<domain>` ask for: `policy` and `subdomainPolicy` (`none`, `quarantine` or `reject`) and `percent`. Null without a record of DMARC, and with several.',
      takes: [['list']],
      gives: 'object',
      call: ([records], { meter }) => readRecords(records as readonly Value[], readDmarc, meter),
    },
  ],
  [
    'readSpf',
    {
      usage: 'readSpf(records)',
      says: 'What the TXT records of a domain say of hosts that they do not name: `others` is `pass`, `neutral`, `softfail`, `fail` or `redirect`. Null without a record of SPF.',
      takes: [['list']],
      gives: 'object',
      call: ([records], { meter }) => readRecords(records as readonly Value[], readSpf, meter),
    },
  ],
  [
    'isNever',
    {
      usage: 'isNever(time)',
      says: 'Whether a time is one that vendors write for "never": of the year 1 or 0, or the last day of 9999.',
      takes: [['text']],
      gives: 'boolean',
      call: ([time]) => tell(isNever(time), 'a time is not ISO 8601'),
    },
  ],
])

/** To read a range and to sort it among the others. */
const rangeSteps = 8
/** A policy is matched against samples of everything. */
const policySteps = 2_000

function tell<Answer extends Value>(answer: Answer | undefined, because: string): Answer | Unknown {
  return answer ?? new Unknown('kind', because)
}

function readRecords(
  records: readonly Value[],
  read: (records: readonly Value[]) => object | null | undefined,
  meter: Meter,
): ValueOrUnknown {
  spendOnValue(meter, records)
  const policy = read(records)
  return policy === undefined ? new Unknown('kind', 'a record cannot be read') : (policy as Value)
}

function spendOnValue(meter: Meter, value: Value): void {
  for (const each of [value].flat()) {
    meter.spend(1)
    if (typeof each === 'string') meter.spendOnText(each)
  }
}

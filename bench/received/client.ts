import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RecordedRun } from '../../src/checks/runs/recorded-run.ts'
import { beginBundle } from '../../src/evidence/bundle/bundle-draft.ts'
import { createKeySigner, generateSigningKey } from '../../src/evidence/bundle/signer.ts'
import { keepOriginal } from '../../src/received/keep-original.ts'
import { parseApart } from '../../src/received/parsing/parse-apart.ts'
import { receiveRun } from '../../src/received/runs/receive-run.ts'
import { reports } from '../../src/report/reports.ts'
import { measured } from '../meter.ts'

/** One measurement, in a process of its own. */
export interface Task {
  readonly what: 'import' | 'csv' | 'ocsf' | 'parquet'
  readonly results: number
}

/** What it printed, as JSON. */
export interface Outcome {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakRssMB: number
  readonly results: number
  /** Of the file that is read, or of the report. */
  readonly bytes: number
}

/** As Prowler writes it: 300 checks, each about many resources. */
function* writeEvents(count: number): Generator<string> {
  for (let index = 0; index < count; index++) {
    const check = `check_${index % 300}`
    const event = {
      message: `Resource ${index} is as it should be, or it is not, as its configuration says.`,
      metadata: { event_code: check, product: { name: 'Prowler', version: '5.6.0' }, version: '1.4.0' },
      severity_id: (index % 5) + 1,
      severity: 'Medium',
      status_id: 1,
      status_code: index % 7 === 0 ? 'FAIL' : 'PASS',
      class_uid: 2004,
      finding_info: {
        uid: `prowler-aws-${check}-${index}`,
        title: `What ${check} asks of each resource`,
        desc: 'A description of the check that is about as long as those of the tool are, which say what the check looks at and why it matters.',
      },
      resources: [
        {
          uid: `arn:aws:service:eu-central-1:123456789012:resource/${index}`,
          name: `resource-${index}`,
          type: 'AwsResource',
          region: 'eu-central-1',
        },
      ],
      remediation: { desc: 'What to do about it, in one or two sentences, as the tool writes them.', references: [] },
      cloud: { account: { uid: '123456789012' }, provider: 'aws', region: 'eu-central-1' },
      unmapped: { compliance: { 'CIS-3.0': ['1.5'], SOC2: ['cc_6_1'] } },
      time: 1_780_000_000 + index,
    }
    yield `${index === 0 ? '[' : ','}${JSON.stringify(event)}`
  }
  yield ']'
}

async function receive(folder: string, results: number) {
  const source = join(folder, 'source.json')
  await pipeline(Readable.from(writeEvents(results)), createWriteStream(source))
  return async () => {
    const original = await keepOriginal(join(folder, 'original'), 'p.json', createReadStream(source))
    return receiveRun(parseApart(original.path, undefined), {
      file: original.file,
      original: original.read,
      now: new Date(1_790_000_000_000),
      nowMs: () => 1_790_000_000_000,
      isKept: true,
    })
  }
}

async function writeBundle(run: Awaited<ReturnType<typeof receiveRun>>, folder: string): Promise<void> {
  const draft = await beginBundle(join(folder, 'run.zip'))
  try {
    await draft.finish(run, createKeySigner(generateSigningKey().privateKey))
  } finally {
    await draft.discard()
  }
}

async function countReport(run: RecordedRun, what: Exclude<Task['what'], 'import'>): Promise<number> {
  let bytes = 0
  for await (const piece of reports[what].write([{ run }]))
    bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength
  return bytes
}

const { what, results }: Task = JSON.parse(process.argv[2] ?? '')
const folder = await mkdtemp(join(tmpdir(), 'received-'))
try {
  const take = await receive(folder, results)
  let entries = 0
  let bytes = 0
  const work = async () => {
    await using run = await take()
    entries = run.head.received?.counts.entries ?? 0
    await writeBundle(run, folder)
    bytes = (await stat(join(folder, 'original'))).size
  }
  const outcome =
    what === 'import'
      ? await measured(work)
      : await (async () => {
          await using run = await take()
          entries = run.head.received?.counts.entries ?? 0
          return await measured(async () => {
            bytes = await countReport(run, what)
          })
        })()
  const { wallMs, cpuMs, peakRssMB } = outcome
  process.stdout.write(JSON.stringify({ wallMs, cpuMs, peakRssMB, results: entries, bytes } satisfies Outcome))
} finally {
  await rm(folder, { recursive: true })
}

import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepOriginal } from '../../src/received/keep-original.ts'
import { parseApart } from '../../src/received/parsing/parse-apart.ts'
import { receiveRun } from '../../src/received/runs/receive-run.ts'

// How long it takes to import a file of Prowler with many findings, and what memory it takes: node bench/imports/run.ts [findings]

const findings = Number(process.argv[2] ?? 1_000_000)
const folder = await mkdtemp(join(tmpdir(), 'checkwright-bench-'))
const at = Math.floor(Date.parse('2026-06-01T00:00:00Z') / 1000)

function toEvent(index: number): string {
  const uid = `arn:aws:s3:::bucket-${Math.floor(index / 100)}`
  const check = `s3_check_${index % 100}`
  const code = index % 7 === 0 ? 'FAIL' : 'PASS'
  return JSON.stringify({
    message: `${uid} ${code}`,
    metadata: { event_code: check, product: { name: 'Prowler', version: '5.6.0' }, version: '1.4.0' },
    severity_id: 3,
    status: 'New',
    status_id: 1,
    status_code: code,
    status_detail: `Bucket ${uid} is ${code}.`,
    class_uid: 2004,
    cloud: { provider: 'aws', region: 'eu-west-1', account: { uid: '111122223333' } },
    finding_info: {
      title: `Title of ${check}`,
      desc: 'What it looks at, in a sentence.',
      uid: `prowler-${check}-${uid}`,
    },
    resources: [{ uid, name: uid, type: 'AwsS3Bucket', region: 'eu-west-1', data: { details: 'x'.repeat(200) } }],
    remediation: { desc: 'Turn it on.' },
    unmapped: { compliance: { 'CIS-3.0': ['2.1.1'] } },
    time: at,
  })
}

try {
  const path = join(folder, 'prowler.json')
  const out = createWriteStream(path)
  out.write('[')
  for (let index = 0; index < findings; index++)
    if (!out.write(`${index === 0 ? '' : ','}${toEvent(index)}\n`)) await once(out, 'drain')
  out.end(']')
  await once(out, 'close')
  globalThis.gc?.()
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  const began = performance.now()
  const original = await keepOriginal(join(folder, 'original'), 'prowler.json', createReadStream(path))
  const run = await receiveRun(parseApart(original.path, undefined), {
    file: original.file,
    original: original.read,
    now: new Date(),
    nowMs: Date.now,
  })
  const seconds = (performance.now() - began) / 1000
  clearInterval(timer)
  const { counts } = run.head.received ?? {}
  await run.close()
  const megabytes = Math.round(statSync(path).size / 1024 ** 2)
  console.log(
    JSON.stringify({
      findings,
      megabytes,
      seconds: Number(seconds.toFixed(1)),
      peakRssMegabytes: Math.round(peak / 1024 ** 2),
      counts,
    }),
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}

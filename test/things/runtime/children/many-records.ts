// Lists as many accounts as it is told, twice each id of every tenth, asks two checks about them, writes the bundle and prints how
// much memory that took at most.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beginBundle } from '../../../../src/evidence/bundle/bundle-draft.ts'
import { createKeySigner, generateSigningKey } from '../../../../src/evidence/bundle/signer.ts'
import { verifyBundle } from '../../../../src/evidence/verification/verify.ts'
import { type CheckContext, defineConnector } from '../../../../src/index.ts'
import { keepRun } from '../../../../src/things/runs/run-checks.ts'

const count = Number(process.argv[2])
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
let peakBytes = 0
const measure = (at: number) => {
  if (at % Math.ceil(count / 10) !== 0) return
  collect()
  const { heapUsed, external } = process.memoryUsage()
  peakBytes = Math.max(peakBytes, heapUsed + external)
}

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const accounts = acme.inventory({
  of: 'account',
  tells: ['email', 'roles', 'secondFactor'],
  covers: ['members'],
  merge: 'union',
  async *list() {
    for (let at = 0; at < count; at++) {
      measure(at)
      const id = `user-${(at * 7919) % count}`
      const account = { id, name: `Person ${at} ${'x'.repeat(100)}`, kind: 'person', status: 'active' } as const
      yield { ...account, email: `${id}@acme.example`, roles: ['member', 'reader'], secondFactor: at % 2 === 0 }
      if (at % 10 === 0) yield { ...account, email: `${id}@acme.example`, roles: ['owner'], secondFactor: at % 2 === 0 }
    }
  },
})
const judge = async (ctx: CheckContext) => {
  let seen = 0
  for await (const { id, secondFactor } of ctx.inventory(accounts)) {
    measure(seen++)
    const resource = { type: 'account', id }
    if (secondFactor) ctx.pass({ resource, title: 'On' })
    else ctx.fail({ resource, title: 'Off', remediation: 'Enrol one.' })
  }
}
const reads = [{ inventory: accounts, members: ['secondFactor'] }]
const checks = ['one', 'other'].map((id) => acme.check({ id, title: id, reads, run: judge }))

const folder = mkdtempSync(join(tmpdir(), 'checkwright-many-'))
try {
  const bundle = join(folder, 'bundle')
  const draft = await beginBundle(bundle)
  const run = await keepRun(acme.with(accounts, ...checks), {
    credentials: { api_key: 'secret-key-4711' },
    exchanges: { file: draft.exchangesFile },
  })
  const { privateKey, publicKey } = generateSigningKey()
  await draft.finish(run, createKeySigner(privateKey))
  measure(0)
  await draft.discard()
  const { verified } = await verifyBundle(bundle, { keys: [publicKey] })
  measure(0)
  const [inventory] = run.head.inventories ?? []
  const lines = readFileSync(join(bundle, 'inventories/account.jsonl'), 'utf8').split('\n').length - 1
  const { results } = run.head.summary
  await run.close()
  const { complete, count: records } = inventory ?? {}
  process.stdout.write(
    JSON.stringify({ complete, records, lines, judged: results.pass + results.fail, verified, peakBytes }),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

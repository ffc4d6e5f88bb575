import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DoctorFinding, ExaminedService } from '../../../src/app/doctor/doctor-finding.ts'
import { examine } from '../../../src/app/doctor/examine.ts'
import { examineDisk, examineFolder, examineNode } from '../../../src/app/doctor/machine.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { storeMigrations } from '../../../src/things/all-stores/store-migrations.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { addNextMigration } from '../../setup/next-migration.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { createKeyConnector } from '../../things/runtime/keyed.ts'
import { publicUrl } from '../../things/runtime/world.ts'
import { createFolder } from '../command.ts'

const keys = makeKeyText()

/** The data of a service: a connection, sealed with `keys`. */
async function fill(store: string, keyText = keys): Promise<string> {
  const connectors = [createKeyConnector('https://keyed.example')]
  const runtime = await createRuntime({ connectors, store, keys: keyText, publicUrl })
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  const credentials = { api_key: 'CANARY-api-key', region: 'eu' }
  const { id } = await runtime.connections.create({ connector: 'keyed', organizationId: 'acme', credentials })
  await runtime.close()
  return id
}

let image: Buffer
let connectionId: string
beforeAll(async () => {
  const file = `${createFolder()}/store.db`
  connectionId = await fill(`sqlite:${file}`)
  image = readFileSync(file)
})

/** A copy of that store in a folder of its own. */
function world(change: (database: DatabaseSync) => void = () => undefined) {
  const file = join(createFolder(), 'data', 'store.db')
  mkdirSync(dirname(file))
  writeFileSync(file, image, { mode: 0o600 })
  const database = new DatabaseSync(file)
  change(database)
  database.close()
  return { file, storeUrl: `sqlite:${file}` }
}

/** A connector as a file of one's own. */
const connector = join(
  createFolder({
    'keyed.mjs': `import { defineConnector } from 'checkwright'
export default defineConnector({
  id: 'keyed', name: 'Keyed', baseUrl: 'https://keyed.example', auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})`,
  }),
  'keyed.mjs',
)

async function examined(patient: Partial<ExaminedService> & Pick<ExaminedService, 'storeUrl'>) {
  const findings = await examine({
    env: { CHECKWRIGHT_KEYS: keys },
    publicUrl,
    connectorFiles: [],
    nowMs: Date.now(),
    ...patient,
  })
  // No message may contain any of this, whatever the problem.
  expect(JSON.stringify(findings)).not.toMatch(/CANARY/)
  for (const key of [keys, patient.env?.CHECKWRIGHT_KEYS].flatMap((text) => (text ? [text.split(':')[1] ?? text] : [])))
    expect(JSON.stringify(findings)).not.toContain(key)
  return findings
}

const bad = (findings: readonly DoctorFinding[]) =>
  findings.filter(({ level }) => level === 'warning' || level === 'problem').map(({ id, level }) => `${id} ${level}`)
const said = (findings: readonly DoctorFinding[], id: string) => findings.find((finding) => finding.id === id)

describe('examine()', () => {
  test('finds nothing wrong with a store, keys and a URL that are in order', async () => {
    const { storeUrl } = world((database) => database.exec("UPDATE connections SET connector_id = 'github'"))

    const findings = await examined({ storeUrl })

    expect(bad(findings)).toEqual([])
    expect(said(findings, 'store.schema')?.says).toContain(`version ${storeMigrations.length}`)
    expect(said(findings, 'store.integrity')?.level).toBe('ok')
    expect(said(findings, 'keys.fit')?.level).toBe('ok')
    expect(said(findings, 'connections')?.says).toBe('1 connection active')
    expect(said(findings, 'public-url')?.says).toContain(`${publicUrl}/v1/integrations/oauth/callback`)
  })

  test('makes neither a store nor a key by looking, and says that there is none yet', async () => {
    const home = createFolder()

    const findings = await examined({ storeUrl: `sqlite:${home}/data/store.db`, env: { HOME: home } })

    expect(bad(findings)).toEqual([])
    expect([said(findings, 'store')?.level, said(findings, 'keys')?.level]).toEqual(['note', 'note'])
    expect(readdirSync(home)).toEqual([])
  })

  test('leaves older tables as they are, and says what will become of them', async () => {
    const { storeUrl, file } = world()
    addNextMigration()
    const before = readFileSync(file)

    const findings = await examined({ storeUrl })

    expect(bad(findings)).toEqual(['store.schema warning'])
    expect(said(findings, 'store.schema')?.says).toContain('upgrades them to 2')
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('refuses a store of a build from before the first release', async () => {
    const { storeUrl } = world((database) => database.exec("UPDATE migrations SET name = 'first' WHERE version = 1"))

    const findings = await examined({ storeUrl })

    expect(said(findings, 'store')).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('development build'),
    })
  })

  test('refuses tables from the future', async () => {
    const { storeUrl } = world((database) => database.exec("INSERT INTO migrations VALUES (9999, 'future', 0)"))

    const findings = await examined({ storeUrl })

    expect(bad(findings)).toEqual(['store.schema problem'])
    expect(said(findings, 'store.schema')).toMatchObject({ advice: 'Update Checkwright on this machine.' })
  })

  test('tells a damaged page from a file that is no database and from another program’s', async () => {
    const damaged = world()
    const pageBytes = image.readUInt16BE(16)
    const whole = new DatabaseSync(damaged.file, { readOnly: true })
    // A table that nothing reads at the start, so that the file can still be opened.
    const page = whole.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'comments'").get()?.rootpage as number
    whole.close()
    const at = openSync(damaged.file, 'r+')
    writeSync(at, Buffer.alloc(64, 0xa5), 0, 64, (page - 1) * pageBytes)
    closeSync(at)
    const text = join(createFolder(), 'text.db')
    writeFileSync(text, 'no database at all, but long enough to be taken for the header of one'.repeat(20))
    const foreign = join(createFolder(), 'foreign.db')
    const database = new DatabaseSync(foreign)
    database.exec('CREATE TABLE users (id)')
    database.close()

    const [ofPage, ofText, ofOther] = await Promise.all([
      examined(damaged),
      examined({ storeUrl: `sqlite:${text}` }),
      examined({ storeUrl: `sqlite:${foreign}` }),
    ])

    expect(bad(ofPage)[0]).toBe('store.integrity problem')
    expect([bad(ofText), bad(ofOther)]).toEqual([['store problem'], ['store problem']])
    expect(said(ofText, 'store')?.says).toMatch(/damaged or not a Checkwright store/)
    expect(said(ofOther, 'store')?.says).toMatch(/Another program/)
  })

  test.skipIf(process.getuid === undefined)(
    'sees a store and a key file that others may read (needs POSIX)',
    async () => {
      const { storeUrl, file } = world()
      chmodSync(file, 0o644)
      const keyFile = join(createFolder(), 'keys')
      writeFileSync(keyFile, keys)
      chmodSync(keyFile, 0o640)

      const findings = await examined({ storeUrl, env: { CHECKWRIGHT_KEY_FILE: keyFile } })

      expect(bad(findings)).toEqual(['store.permissions warning', 'keys problem', 'connections.unknown warning'])
      expect(said(findings, 'keys')?.says).toContain('chmod 600')
    },
  )

  test('tells a key that is gone from one that is wrong and from one that is missing beside it', async () => {
    const { storeUrl } = world()
    const home = createFolder()
    const [id, material] = keys.split(':')
    const [, other] = makeKeyText().split(':')

    const gone = await examined({ storeUrl, env: { HOME: home } })
    const wrong = await examined({ storeUrl, env: { CHECKWRIGHT_KEYS: `${id}:${other}` } })
    const lacking = await examined({ storeUrl, env: { CHECKWRIGHT_KEYS: `another:${other}` } })
    const both = await examined({ storeUrl, env: { CHECKWRIGHT_KEYS: `another:${other},${id}:${material}` } })

    expect(said(gone, 'keys')).toMatchObject({ level: 'problem', advice: expect.stringContaining('Restore the key') })
    expect(readdirSync(home)).toEqual([])
    expect(said(wrong, 'keys.fit')?.says).toMatch(/not the key with this id that sealed the store/)
    expect(said(lacking, 'keys.fit')?.says).toContain(`"${id}" (1 data key)`)
    expect(said(both, 'keys.fit')).toMatchObject({ level: 'note', advice: expect.stringContaining('keys rotate') })
  })

  test('says of a database that is away where it is, and neither user nor password', async () => {
    const storeUrl = 'postgres://CANARY-user:CANARY-password@127.0.0.1:1/checks?connect_timeout=1'

    // A home of its own, because the person who runs the tests may have keys.
    const findings = await examined({ storeUrl, env: { HOME: createFolder() } })

    expect(bad(findings)).toEqual(['store problem', 'keys problem'])
    expect(said(findings, 'store')?.says).toContain('"checks" on 127.0.0.1:1')
    expect(said(findings, 'keys')?.says).toContain('Checkwright creates none for PostgreSQL')
  })

  test('tells of connections, schedules and runs that somebody has to see to', async () => {
    const nowMs = Date.UTC(2026, 4, 1, 12)
    const { storeUrl } = world((database) => {
      database.exec("UPDATE connections SET state = 'needs_reauth'")
      database
        .prepare(
          `INSERT INTO schedules (connection_id, organization_id, connector_id, cron, time_zone, spread, created_at_ms,
             updated_at_ms, next_at_ms, computed_at_ms) VALUES (?, 'acme', 'keyed', '0 6 * * *', 'UTC', 0, 0, 0, ?, 0)`,
        )
        .run(connectionId, nowMs - 3_600_000)
      database
        .prepare(
          `INSERT INTO runs (id, organization_id, connection_id, connector_id, status, started_at_ms, "trigger", attempts)
             VALUES ('r', 'acme', ?, 'keyed', 'running', ?, 'api', 1)`,
        )
        .run(connectionId, nowMs + 3_600_000)
      database
        .prepare(
          `INSERT INTO run_jobs (run_id, organization_id, connection_id, connector_id, queued_at_ms, request, state, attempt,
             losses, owner, is_cancelled, is_dispatched, progress)
             VALUES ('r', 'acme', ?, 'keyed', 0, '{}', 'running', 1, 0, 'gone', 0, 0, '[]')`,
        )
        .run(connectionId)
    })

    const findings = await examined({ storeUrl, nowMs, connectorFiles: [connector] })

    expect(bad(findings)).toEqual([
      'connections.needs-reauth warning',
      'schedules.overdue warning',
      'runs.abandoned warning',
      'clock.back problem',
    ])
    expect(said(findings, 'connections.needs-reauth')?.says).toContain('(keyed 1)')
    expect(said(findings, 'schedules.overdue')).toMatchObject({
      says: expect.stringContaining('since 2026-05-01T11:00Z'),
      advice: `No process runs checks now: start "checkwright serve --store ${storeUrl}".`,
    })
  })

  test('warns two weeks before the secret of an OAuth app ends', async () => {
    const nowMs = Date.UTC(2026, 4, 1)
    const ends = (connectorId: string, organizationId: string | null, days: number) => (database: DatabaseSync) =>
      database
        .prepare(
          `INSERT INTO oauth_apps (id, connector_id, organization_id, client_id, settings, secrets, secret_expires_at_ms,
             created_at_ms, updated_at_ms) VALUES (?, ?, ?, 'client', '{}', '{}', ?, 0, 0)`,
        )
        .run(connectorId, connectorId, organizationId, nowMs + days * 86_400_000)
    const { storeUrl } = world((database) => {
      for (const insert of [ends('okta', null, 13), ends('github', 'acme', -1), ends('slack', null, 15)])
        insert(database)
    })

    const findings = await examined({ storeUrl, nowMs, connectorFiles: [connector] })

    expect(findings.filter(({ id }) => id === 'apps.expiring')).toMatchObject([
      { level: 'problem', says: expect.stringContaining('"github" of acme ended 2026-04-30') },
      { level: 'warning', says: expect.stringContaining('"okta" of the platform ends 2026-05-14') },
    ])
  })

  test('tells of connectors that cannot be loaded, and of connections that lack theirs', async () => {
    const { storeUrl } = world()
    const broken = join(createFolder(), 'broken.mjs')
    writeFileSync(broken, 'export default {}')

    const findings = await examined({ storeUrl, connectorFiles: [broken] })

    expect(bad(findings)).toEqual(['connections.unknown warning', `connector.${broken} problem`])
    expect(said(findings, 'connections.unknown')?.says).toContain('keyed 1')
  })

  test('shows the host of a proxy without its password, and what stands open', async () => {
    const env = {
      CHECKWRIGHT_KEYS: keys,
      HTTPS_PROXY: 'http://me:CANARY@proxy.example:3128',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    }
    const storeUrl = 'memory:'

    const findings = await examined({ storeUrl, env })
    const unreadable = await examined({ storeUrl, env: { ...env, HTTPS_PROXY: 'socks5://me:CANARY@proxy.example' } })

    expect(bad(findings)).toEqual(['network.tls problem'])
    expect(said(findings, 'network.proxies')?.says).toContain('proxy.example:3128')
    expect(said(unreadable, 'network.proxies')?.level).toBe('problem')
  })

  test.each([
    ['https://checks.example.com/base/', 'ok'],
    ['http://localhost:3000', 'warning'],
    ['http://checks.example.com', 'problem'],
    ['https://me:CANARY@checks.example.com', 'problem'],
    ['checks.example.com', 'problem'],
  ])('judges the public URL %s: %s', async (url, level) => {
    expect(said(await examined({ storeUrl: 'memory:', publicUrl: url }), 'public-url')?.level).toBe(level)
  })
})

describePostgres('examine() on PostgreSQL', () => {
  test('tells its version, and that its clock agrees', async () => {
    const storeUrl = await testPostgres()
    await fill(storeUrl)

    const findings = await examined({ storeUrl, connectorFiles: [connector] })

    expect(bad(findings)).toEqual([])
    expect(said(findings, 'store')?.says).toMatch(/PostgreSQL \d+/)
    expect(said(findings, 'store.clock')?.level).toBe('ok')
    expect(said(findings, 'connections')?.says).toBe('1 connection active')
  })
})

test.each([
  ['22.19.0', 'ok'],
  ['22.18.9', 'problem'],
  ['20.99.0', 'problem'],
  ['26.0.0', 'ok'],
])('examineNode() judges Node.js %s: %s', (version, level) => {
  expect(examineNode(version).level).toBe(level)
})

test.each([
  [50 * 1024 ** 2, 'problem'],
  [500 * 1024 ** 2, 'warning'],
  [5 * 1024 ** 3, 'ok'],
])('examineFolder() judges %i free bytes: %s', async (bytes, level) => {
  const { level: found } = await examineFolder(
    'disk',
    join(createFolder(), 'not', 'yet'),
    'the store',
    async () => bytes,
  )

  expect(found).toBe(level)
})

test('examineDisk() sees that there is no folder for temporary files, which nobody makes', async () => {
  const lost = join(createFolder(), 'removed')
  vi.stubEnv('TMPDIR', lost)
  onTestFinished(() => void vi.unstubAllEnvs())

  const findings = await examineDisk({ storeUrl: 'postgres://localhost/x' })

  expect(findings).toEqual([
    {
      id: 'disk.temporary',
      level: 'problem',
      says: `There is no folder ${lost}. It is for what runs keep until they end.`,
      advice: 'Make it, or name another one in TMPDIR.',
    },
  ])
})

import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runReplayCommand } from '../../../src/app/evidence/replay-actions.ts'
import { runVerifyCommand } from '../../../src/app/evidence/verify-actions.ts'
import { setCrossCheckVariables } from '../../../src/author/commands/cross-check-variables-actions.ts'
import {
  listCrossChecks,
  runCrossCheckCommand,
  scheduleCrossChecks,
  showCrossCheck,
} from '../../../src/author/commands/cross-checks-actions.ts'
import type { Context } from '../../../src/service/commands/context.ts'
import { createProcessTerminal } from '../../../src/service/commands/terminal.ts'
import { decideLinks, listProposed } from '../../../src/things/directory/commands/account-links-actions.ts'
import { confirmAddress, listAddresses } from '../../../src/things/directory/commands/addresses-actions.ts'
import {
  dismissProposals,
  listDismissed,
  restoreProposal,
} from '../../../src/things/directory/commands/proposals-actions.ts'
import { revokeDecision } from '../../../src/things/directory/commands/revoke-decision-actions.ts'
import { listRuns } from '../../../src/things/runs/commands/runs-actions.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { createFolder, keys } from '../../app/command.ts'
import { fewAdministrators, readLists, startSystems } from '../../things/cross-checks/systems.ts'
import { publicUrl } from '../../things/runtime/world.ts'

// As for the commands that run as processes: never the keys of who runs the tests.
beforeEach(() => {
  vi.stubEnv('CHECKWRIGHT_KEYS', keys)
  return () => vi.unstubAllEnvs()
})

/** A store with lists in which Bob left, and still has an account. */
async function openStore(more: object = {}) {
  const folder = createFolder()
  const store = `sqlite:${join(folder, 'test.db')}`
  const connectors = await startSystems({
    staff: [],
    code: [{ id: 'bob', name: 'Bob', email: 'bob@example.com', ...more }],
    chat: [],
  })
  const runtime = await createRuntime({
    connectors,
    store,
    publicUrl,
    allowPrivateNetwork: true,
    crossChecks: [fewAdministrators],
  })
  const organizationId = 'acme'
  await runtime.organizations.create({ id: organizationId, name: 'Acme' })
  await runtime.users.put({ organizationId, id: 'root', name: 'Root', email: 'root@example.com' })
  // People come from a file: the command knows none of these connectors, and would miss a list of accounts.
  const credentials = { api_key: 'key-canary-91' }
  const ids: string[] = []
  for (const connector of ['code', 'chat'])
    ids.push((await runtime.connections.create({ connector, organizationId, credentials })).id)
  await runtime.directory.set({ organizationId, sources: [{ file: 'people.csv', covers: 'both' }] })
  const bytes = Buffer.from('id,name,email,kind,status,endsAt\np1,Bob,bob@example.com,employee,left,2020-01-31\n')
  await runtime.directory.importPeople({ organizationId, bytes })
  await readLists(runtime, ...ids)
  await (await runtime.crossChecks.run({ organizationId, id: fewAdministrators.id })).recorded
  await runtime.close()
  return { folder, store }
}

async function print(command: (context: Context) => Promise<number>) {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} }
  onTestFinished(() => void streams.stdin.end())
  const interrupt = {
    runInterruptibly: <T>(work: (signal: AbortSignal) => Promise<T>) => work(new AbortController().signal),
  }
  const exitCode = await command({ terminal: createProcessTerminal(streams), interrupt })
  streams.stdout.end()
  return { exitCode, stdout: await text(streams.stdout) }
}

test('cross-checks are listed, run and scheduled, and their bundle is verified and replayed', async () => {
  const { folder, store } = await openStore()
  const out = join(folder, 'leavers.zip')
  const before = await print((context) => listCrossChecks({ store }, context))
  const run = await print((context) => runCrossCheckCommand('leavers', { store, format: 'table', out }, context))
  const shown = await print((context) => showCrossCheck('leavers', { store }, context))
  const list = await print((context) => listRuns(undefined, { store, limit: 1 }, context))
  const json = await print((context) =>
    runCrossCheckCommand('leavers', { store, format: 'table', json: true }, context),
  )
  const verified = await print((context) => runVerifyCommand(out, { store }, context))
  const replayed = await print((context) => runReplayCommand(out, undefined, { store }, context))
  const timed = await print((context) => scheduleCrossChecks({ store, cron: '0 6 * * *', check: ['leavers'] }, context))
  const setVariables = (variables?: string[]) =>
    print((context) => setCrossCheckVariables('leavers', { store, var: variables }, context))
  const [set, read] = [await setVariables(['grace_days=3']), await setVariables()]
  const off = await print((context) => scheduleCrossChecks({ store, off: true }, context))

  expect(before.stdout).toMatch(/leavers +never ran/)
  expect([run.exitCode, run.stdout]).toEqual([1, expect.stringContaining('Bob left on 2020-01-31')])
  expect(shown.stdout).toMatch(/last run .*: fail/)
  expect(list.stdout).toContain('leavers')
  expect(JSON.parse(json.stdout)).toMatchObject({ schema: 'checkwright.run/v1', kind: 'cross-check', status: 'fail' })
  expect([verified.exitCode, verified.stdout]).toEqual([0, expect.stringContaining('a cross-check of acme')])
  expect([replayed.exitCode, replayed.stdout]).toEqual([0, expect.stringContaining('reaches the same results')])
  expect(timed.stdout).toContain('"0 6 * * *" (UTC): leavers')
  expect(set.stdout).toMatch(/grace_days +3 /)
  expect(read.stdout).toMatch(/grace_days +3 [\s\S]*max_age_hours +48 \(default\)/)
  await expect(setVariables(['grace_days=900'])).rejects.toMatchObject({ code: 'VARIABLE_INVALID' })
  expect(off.stdout).toContain('There is no schedule')
})

test('a command that does not know an own cross-check of the service leaves its findings open', async () => {
  const { store } = await openStore({ admin: true })
  await print((context) => runCrossCheckCommand('leavers', { store, format: 'table' }, context))
  const runtime = await createRuntime({ connectors: [], store, publicUrl, worker: false })
  const findings = await runtime.findings.list({ organizationId: 'acme', checkId: 'nobody-administers' })
  await runtime.close()

  expect(findings).toMatchObject([{ state: 'open', result: { title: 'Bob administers Code' } }])
})

test('proposals are dismissed and restored, and addresses confirmed and revoked, by somebody of the organization', async () => {
  const { store } = await openStore({ emailVerified: false })
  const decision = { store, user: 'root', reason: 'Asked him.', expires: '2027-01-31' }
  const [proposal = ''] =
    (await print((context) => listProposed({ store }, context))).stdout.match(/(?<=").*(?=")/) ?? []
  const personId = proposal.split(' ').at(-1) ?? ''
  const account = [proposal]
  const dismissed = await print((context) => dismissProposals({ store, user: 'root', account }, context))
  const [, id = ''] = /: (\S+)\n/.exec(dismissed.stdout) ?? []
  const list = await print((context) => listDismissed({ store }, context))
  await print((context) => restoreProposal(id, { store }, context))
  const none = await print((context) => listDismissed({ store }, context))
  const confirmed = await print((context) =>
    confirmAddress('Bob.B@example.com', { ...decision, person: personId }, context),
  )
  const [, addressId = ''] = /: (\S+)\n/.exec(confirmed.stdout) ?? []
  const addresses = await print((context) => listAddresses({ store }, context))
  const linked = await print((context) => decideLinks({ ...decision, account }, context))
  const [, linkId = ''] = /: (\S+)\n/.exec(linked.stdout) ?? []
  const revoke = (what: 'address' | 'link', decided: string) =>
    print((context) => revokeDecision(what, decided, { store, user: 'root' }, context))
  const revoked = [await revoke('address', addressId), await revoke('link', linkId)]

  expect(list.stdout).toContain('bob')
  expect(none.stdout).toBe('Nobody has dismissed a proposal.\n')
  expect(addresses.stdout).toMatch(/holds +bob\.b@example\.com/)
  expect((await print((context) => listAddresses({ store }, context))).stdout).toContain('Nobody has confirmed')
  expect(revoked.map(({ stdout }) => stdout)).toEqual([
    `The address ${addressId} is revoked.\n`,
    `The link ${linkId} is revoked.\n`,
  ])
  await expect(revoke('address', addressId)).rejects.toMatchObject({ message: expect.stringContaining('no address') })
  await expect(revoke('link', linkId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(print((context) => dismissProposals({ store, user: 'nobody', account }, context))).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
  await expect(print((context) => restoreProposal('none', { store }, context))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('an unknown cross-check, a folder for a bundle and a time zone alone are refused', async () => {
  const { store, folder } = await openStore()
  const run = (id: string, out?: string) =>
    print((context) => runCrossCheckCommand(id, { store, format: 'table', out }, context))

  await expect(run('none')).rejects.toMatchObject({ code: 'CROSS_CHECK_UNKNOWN' })
  await expect(run('leavers', folder)).rejects.toMatchObject({ code: 'CLI_USAGE' })
  await expect(print((context) => showCrossCheck('none', { store }, context))).rejects.toMatchObject({
    code: 'CROSS_CHECK_UNKNOWN',
  })
  await expect(print((context) => scheduleCrossChecks({ store, timeZone: 'UTC' }, context))).rejects.toMatchObject({
    code: 'CLI_USAGE',
  })
})

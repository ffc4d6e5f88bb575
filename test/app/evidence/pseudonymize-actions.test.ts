import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leavers } from '../../../src/crosscheck/checks/leavers.ts'
import { runCrossCheck } from '../../../src/crosscheck/run/run-cross-check.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { account, openSmall, person } from '../../crosscheck/organization.ts'
import { ownKey, ownSigner } from '../../evidence/bundle.ts'
import { digestRecords } from '../../evidence/pseudonyms/digest-records.ts'
import { createFolder, runCheckwright } from '../command.ts'

test('checkwright pseudonymize writes an edition that verifies and replays, and a table for its owner alone', async () => {
  const people = [person('ada', { status: 'left', endsAt: '2026-05-01' })]
  const accounts = [account('ada')]
  const { inputs, source } = openSmall({
    people,
    accounts,
    peopleList: { digest: digestRecords(people), count: 1 },
    accountList: { digest: digestRecords(accounts), count: 1 },
  })
  const cwd = createFolder({})
  await using run = await runCrossCheck(leavers, inputs, source)
  const draft = await beginBundle(join(cwd, 'whole.zip'))
  await draft.finish(run, ownSigner)
  await draft.discard()
  const table = ['--pseudonyms', 'table.json', '--key', ownKey.fingerprint]
  const write = (...args: string[]) => runCheckwright(['pseudonymize', ...args], { cwd })

  const written = await write('whole.zip', '--out', 'edition.zip', ...table)
  const again = await write('whole.zip', '--out', 'again.zip', ...table, '--json')
  const [replay, verify, onto, unsigned, strange] = await Promise.all([
    runCheckwright(['replay', 'edition.zip'], { cwd }),
    runCheckwright(['verify', 'edition.zip'], { cwd }),
    write('whole.zip', '--out', './whole.zip', ...table),
    write('whole.zip', '--out', 'other.zip', '--pseudonyms', 'table.json'),
    write('whole.zip', '--out', 'other.zip', '--pseudonyms', 'whole.zip', '--key', ownKey.fingerprint),
  ])

  expect(written).toMatchObject({
    exitCode: 0,
    stdout: 'Written: edition.zip\nTable:   table.json (keep it, and give it to nobody)\n',
  })
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 'fail', of: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(replay).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('reaches the same results') })
  expect(verify).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Pseudonymous edition of the bundle whose'),
  })
  expect(readFileSync(join(cwd, 'table.json'), 'utf8')).toContain('"ada@acme.example"')
  expect(statSync(join(cwd, 'table.json')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(cwd, 'edition.zip'), 'latin1')).not.toContain('ada@acme')
  expect([onto, unsigned, strange].map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('The edition would replace the whole bundle.'),
    expect.stringContaining('is not what a trusted key signed'),
    expect.stringContaining('is no table of pseudonyms'),
  ])
})

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { generateOrganization, openOrganization } from '../../../src/author/testing/index.ts'
import { computeEvidenceDigest } from '../../../src/checks/judgements/evidence-digest.ts'
import { type Judgements, openJudgements } from '../../../src/checks/judgements/open-judgements.ts'
import { allCrossChecks } from '../../../src/crosscheck/checks/all-cross-checks.ts'
import { leavers } from '../../../src/crosscheck/checks/leavers.ts'
import type { CrossCheck } from '../../../src/crosscheck/define/cross-check.ts'
import type { CrossCheckInputs, CrossCheckInventory, CrossCheckSource } from '../../../src/crosscheck/define/inputs.ts'
import { runCrossCheck } from '../../../src/crosscheck/run/run-cross-check.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { openBundle } from '../../../src/evidence/bundle/open-bundle.ts'
import { PseudonymTable } from '../../../src/evidence/pseudonyms/pseudonym-table.ts'
import { writePseudonymousEdition } from '../../../src/evidence/pseudonyms/write-edition.ts'
import { replayCrossCheckBundle } from '../../../src/evidence/replay/replay-cross-check.ts'
import { account, handLink, openSmall, person } from '../../crosscheck/organization.ts'
import { catchError } from '../../http/support.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { edit, ownKey, ownSigner, verifySampleBundle } from '../bundle.ts'
import { digestRecords } from './digest-records.ts'

const trusted = { keys: [ownKey] }

/** Everything that a person can be known by begins with this word. */
const canary = 'zanzibar'

const people = [
  person(`${canary}1`, { name: `${canary} Ada`, status: 'left', endsAt: '2026-05-01', department: `${canary} team` }),
  person(`${canary}2`, { name: `${canary} Bob`, managerId: `${canary}1`, aliases: [`${canary}.bob@acme.example`] }),
]
const accounts = [
  account(`${canary}1`, { name: `${canary} Ada`, roles: ['owner', `Deputy of ${canary} Bob`], administrator: true }),
  account(`${canary}2`, { email: `${canary}2+git@acme.example`, url: `https://gh.example/${canary}2` }),
  account(`${canary}3`, { email: undefined, unknown: { email: `${canary} hides it` }, login: canary }),
  account(`${canary}4`, { name: `${canary} Nobody` }),
]
const links = [
  handLink(
    `${canary}3`,
    { is: 'person', personId: `hris/${canary}2` },
    { actor: `${canary}@acme.example`, reason: canary },
  ),
]
/** Of a connection that is gone. */
const departures = [{ personId: `old/${canary}9`, since: '2026-05-01T00:00:00Z' }]
const waiver = {
  connector: 'cross-check',
  check: 'leavers',
  resource: `gh/${canary}1`,
  connection: 'gh',
  justification: `${canary} hands over.`,
  approver: `${canary}@acme.example`,
  expires: '2026-07-01',
}
const alias = {
  address: `${canary}.old@acme.example`,
  personId: `hris/${canary}2`,
  actor: canary,
  reason: canary,
  at: '2026-05-01T00:00:00Z',
  expires: '2026-12-31',
}

async function keep(
  crossCheck: CrossCheck,
  inputs: CrossCheckInputs,
  source: CrossCheckSource,
  judgements?: Judgements,
): Promise<string> {
  await using run = await runCrossCheck(crossCheck, inputs, source, { judgements })
  const target = join(createTempFolder(), 'whole')
  const draft = await beginBundle(target)
  await draft.finish(run, ownSigner)
  await draft.discard()
  return target
}

/** One leaver whose finding is waived, one who works there, one linked by hand, and an account that is nobody's, which somebody judged. */
async function keepSmall(more: Partial<CrossCheckInputs> = {}): Promise<string> {
  const { inputs, source } = openSmall({
    people,
    accounts,
    links,
    peopleList: { digest: digestRecords(people), count: 2 },
    accountList: { digest: digestRecords(accounts), count: 4 },
    hris: { name: `HR of ${canary} Ada` },
    inputs: {
      waivers: [waiver],
      aliases: [alias],
      directory: { sources: [{ connectionId: 'hris', covers: 'both' }], departures },
      ...more,
    },
  })
  await using run = await runCrossCheck(leavers, inputs, source)
  const manual = (await Array.fromAsync(run.results(leavers.id))).find(({ status }) => status === 'manual')
  const judgement = {
    id: 'j1',
    decision: 'accepted' as const,
    by: `${canary}@acme.example`,
    at: '2026-06-01T00:00:00Z',
    reason: canary,
    files: [{ id: 'f1', name: `${canary}.pdf`, sha256: 'ab' }],
    expires: '2026-11-30',
    findingId: manual?.findingId ?? '',
    evidenceSha256: manual ? computeEvidenceDigest(manual, leavers) : '',
  }
  return keep(leavers, inputs, source, openJudgements([judgement], new Date(inputs.now)))
}

function writeEdition(whole: string, crossCheck = leavers, table = PseudonymTable.create('org')) {
  const target = join(createTempFolder(), 'edition')
  return writePseudonymousEdition(whole, target, { crossCheck, table, trusted, signer: ownSigner }).then((edition) => ({
    ...edition,
    target,
    table,
  }))
}

async function readAll(path: string): Promise<string> {
  const source = await openBundle(path)
  const names = ['run.json', 'manifest.json', 'statement.intoto.jsonl', 'links.jsonl', ...source.inventories] as const
  await source.close()
  return names.map((name) => readFileSync(join(path, name), 'utf8')).join('\n')
}

describe('writePseudonymousEdition()', () => {
  test('replaces everything that names somebody, verifies, replays, and says the same of each', async () => {
    const whole = await keepSmall()

    const { target, head, table } = await writeEdition(whole)

    const text = await readAll(target)
    expect(Buffer.from(text, 'utf8').toString().toLowerCase()).not.toContain(canary)
    const statements = readFileSync(join(target, 'statement.intoto.jsonl'), 'utf8')
    const payloads = statements
      .trim()
      .split('\n')
      .map((line) => Buffer.from(JSON.parse(line).payload, 'base64').toString())
    expect(payloads.join()).not.toContain(canary)
    expect(text).toContain('@acme.example')
    expect(head.summary.results).toEqual({ pass: 1, fail: 1, manual: 2, not_applicable: 0, waived: 1 })
    expect(head.summary.judged).toEqual({ accepted: 1, refused: 0 })
    const of = createHash('sha256')
      .update(readFileSync(join(whole, 'manifest.json')))
      .digest('hex')
    expect(head.edition).toEqual({ of })
    expect(await verifySampleBundle(target)).toMatchObject({
      verified: true,
      run: { edition: { of } },
      notIncluded: [],
    })
    expect(await replayCrossCheckBundle(target, leavers)).toMatchObject({ same: true, differences: [], results: 4 })
    expect(table.toText()).toContain(`${canary} Ada`)
  })

  test('gives the same pseudonyms with the same table, and others with another one', async () => {
    const whole = await keepSmall()

    const first = await writeEdition(whole)
    const again = await writeEdition(whole, leavers, PseudonymTable.parse(first.table.toText(), 'org'))
    const other = await writeEdition(whole)

    const read = ({ target }: { readonly target: string }) => readFileSync(join(target, 'links.jsonl'), 'utf8')
    expect(read(again)).toBe(read(first))
    expect(read(other)).not.toBe(read(first))
    expect(() => PseudonymTable.parse(first.table.toText(), 'other')).toThrow('belongs to the organization "org"')
    expect(() => PseudonymTable.parse('{}', 'org')).toThrow('is no table of pseudonyms')
  })

  test('refuses what was changed, what is an edition already, another cross-check, and what it would say otherwise', async () => {
    const whole = await keepSmall()
    const { target } = await writeEdition(whole)
    const [other = leavers] = allCrossChecks.filter(({ id }) => id !== leavers.id)
    const byPattern = await keepSmall({ waivers: [{ ...waiver, resource: `gh/${canary}?` }] })

    const refusals = await Promise.all([
      catchError(writeEdition(target)),
      catchError(writeEdition(whole, other)),
      catchError(writeEdition(byPattern)),
    ])
    edit(whole, 'links.jsonl', (text) => text.replace('"hand"', '"mail"'))
    refusals.push(await catchError(writeEdition(whole)))

    expect(refusals).toMatchObject([
      { code: 'RUN_NOT_REPLAYABLE' },
      { code: 'RUN_NOT_REPLAYABLE' },
      { code: 'PSEUDONYMS_UNEQUAL' },
      { code: 'BUNDLE_INVALID' },
    ])
  })

  test.each(isSoak ? Array.from({ length: 50 }, (_, seed) => seed + 1) : [1, 2])(
    'names nobody of the generated organization %i, whatever the cross-check is',
    async (seed) => {
      const seen = await generateOrganization(seed, { people: 40 })
      const table = PseudonymTable.create(seen.inputs.organizationId)
      const words = new Set<string>()
      for (const records of seen.records.values())
        for (const { name, email } of records)
          for (const word of [name, email]) if (typeof word === 'string' && word.includes(' ')) words.add(word)
      expect(words.size).toBeGreaterThan(30)
      const digestOf = (connectionId: string, { of, part }: CrossCheckInventory) =>
        digestRecords(seen.records.get(`${connectionId}/${part === undefined ? of : `${of}.${part}`}`) ?? [])
      const systems = seen.inputs.systems.map(({ connectionId, inventories, ...system }) => ({
        connectionId,
        ...system,
        inventories: inventories.map((each) => ({ ...each, digest: digestOf(connectionId, each) })),
      }))
      const inputs = { ...seen.inputs, systems }

      for (const crossCheck of allCrossChecks) {
        const whole = await keep(crossCheck, inputs, openOrganization(seen))
        const { target } = await writeEdition(whole, crossCheck, table)

        const text = await readAll(target)
        expect([...words].filter((word) => text.includes(word))).toEqual([])
        expect(await replayCrossCheckBundle(target, crossCheck)).toMatchObject({ same: true })
      }
    },
  )

  test('leaves nothing behind where it refuses', async () => {
    const byPattern = await keepSmall({ waivers: [{ ...waiver, resource: `gh/${canary}?` }] })
    const target = join(createTempFolder(), 'edition')

    const table = PseudonymTable.create('org')
    await catchError(
      writePseudonymousEdition(byPattern, target, { crossCheck: leavers, table, trusted, signer: ownSigner }),
    )

    expect(existsSync(target)).toBe(false)
  })
})

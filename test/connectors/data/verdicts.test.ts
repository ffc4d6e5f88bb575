import { describe, expect, test } from 'vitest'
import {
  formatUngrounded,
  isReviewed,
  type ReviewedMember,
} from '../../../src/author/testing/contract/reviewed-member.ts'
import { createSampleValues } from '../../../src/author/testing/contract/sample-values.ts'
import { openStage } from '../../../src/author/testing/contract/stage.ts'
import { findUngrounded } from '../../../src/author/testing/contract/ungrounded-results.ts'
import { isName } from '../../../src/data/words/find-open-words.ts'
import { drawRows, isDrawn, isSoak } from '../../setup/short-form.ts'
import { note } from '../note.ts'
import { createRefusal } from '../scopes/needed-scopes.ts'
import { chosenDataIds, loadDataConnector, nameOperation } from './contracts.ts'
import { readHints } from './hints.ts'
import { listStated } from './stated.ts'
import { createWorld, now } from './world.ts'
import { manySeeds, type Tried, tryWorlds } from './worlds.ts'

/** Members whose words the vendor does not list, each with the reason why an unknown one decides nothing. */
const openVocabularies: readonly ReviewedMember[] = [
  {
    checks: ['admin-api-reads-only'],
    member: 'response[].type',
    kinds: ['unknown word'],
    reason:
      'Duo has a type for each product, and only adminapi uses the Admin API: https://duo.com/docs/adminapi#integrations',
  },
  {
    checks: ['devices-seen', 'devices-compliant'],
    member: 'results[].enrollment_status',
    kinds: ['unknown word'],
    reason: 'Hexnode lists no words. Another check leaves every device that is not enrolled to a person.',
  },
  {
    checks: ['phishing-campaigns-run'],
    member: '[].status',
    kinds: ['unknown word'],
    reason: 'KnowBe4 lists no words. A campaign whose tests were closed comes again and is going on.',
  },
  {
    checks: ['sip-encrypted'],
    member: 'domains[].auth_type',
    kinds: ['unknown word'],
    reason: 'A SIP domain takes calls by every way to authenticate, so that it is judged.',
  },
]

/** Vendors that differ in every member that a connector as data reads. */
describe.each(drawRows(chosenDataIds, 6))('%s', (id) => {
  const subject = loadDataConnector(id)
  const { connector, contract, text } = subject
  let tried: Promise<Tried> | undefined
  const trySeeds = () => {
    tried ??= tryWorlds(subject, contract['x-seeds'])
    return tried
  }

  test('each check that the vendor refuses ends as permission, and none takes empty lists for a mistake of its own', async () => {
    const world = { ...subject, hints: readHints(text) }
    const seed = contract['x-seeds'][0] ?? 1

    const refused = await openStage(connector, createWorld(world, seed)).perform({
      of: 'checks',
      respond: createRefusal,
    })
    const empty = await openStage(connector, createWorld({ ...world, isEmpty: true }, seed)).perform()

    for (const { id: check, error } of refused.result.checks)
      note({ connector: id, check, seen: [`error:${error?.kind}`] })
    for (const { id: check, status } of empty.result.checks)
      note({ connector: id, check, seen: ['empty', `empty:${status}`] })
    const others = refused.result.checks.filter(({ error }) => error?.kind !== 'permission')
    expect(others.map((check) => `${check.id} ${check.error?.kind ?? check.status}`)).toEqual([])
    const mistaken = empty.result.checks.filter(({ error }) => error?.kind === 'check_bug')
    expect(mistaken.map((check) => `${check.id} ${check.error?.message}`)).toEqual([])
    expect(empty.result.checks).toHaveLength(connector.checks.length)
  })

  test('every member that decides a verdict is required, or the file states what its absence means', async () => {
    const { worlds } = isSoak ? await tryWorlds(subject, manySeeds.slice(0, 12)) : await trySeeds()
    const values = createSampleValues(connector)
    const scenarios = (isSoak ? worlds : worlds.slice(0, 1)).flatMap(({ answers }) =>
      connector.checks.map(({ id: check }) => {
        const asked = contract['x-seen'][check]?.endpoints ?? []
        // What other checks ask changes nothing here.
        const own = answers.filter(({ request }) => {
          const [method = '', url = ''] = request.split(' ')
          return asked.includes(nameOperation(contract, method, new URL(url).pathname) ?? '')
        })
        return { ...values, check, now, answers: own }
      }),
    )
    const stated = [...listStated(text), ...openVocabularies]

    const found = await findUngrounded(connector, scenarios, {
      // As of connectors in code.
      isTried: (place) => isDrawn(place, 8),
      tries: isSoak ? 3 : 1,
    })

    // Of names nobody can list the words.
    const judged = found.filter(({ member, kind }) => kind !== 'unknown word' || !isName(member))
    expect(formatUngrounded(judged.filter((each) => !stated.some((entry) => isReviewed(entry, each))))).toEqual([])
  })
})

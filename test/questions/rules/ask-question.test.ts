import { describe, expect, test } from 'vitest'
import { explainLooseness } from '../../../src/checks/controls/control-bounds.ts'
import { explainUnknownControl } from '../../../src/checks/controls/frameworks/explain-unknown-control.ts'
import { shippedFrameworks } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { defineConnector, type Inventory, type InventoryKind, listMemberForms } from '../../../src/define/index.ts'
import { DefinitionError } from '../../../src/errors/index.ts'
import { allQuestions } from '../../../src/questions/all-questions.ts'
import * as questions from '../../../src/questions/index.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

/** An inventory that tells everything that there is to tell. */
function createInventory(of: InventoryKind, tells = Object.keys(listMemberForms(of))) {
  return acme.inventory({ of, tells, covers: ['all'], async *list() {} } as never) as unknown as Inventory<never, never>
}

type Make = (inventory: unknown, options?: object) => ReturnType<typeof questions.secondFactor>
const makers = questions as unknown as Readonly<Record<string, Make>>

function make(name: string, inventory: unknown, options?: object) {
  const maker = makers[name]
  if (!maker) throw new TypeError(`There is no question "${name}"`)
  return maker(inventory, options)
}

function listMistakes(work: () => unknown): string[] {
  try {
    work()
    return []
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    return error.problems.map(({ path, message }) => `${path}: ${message}`)
  }
}

describe.each(allQuestions.map((question) => [question.name, question] as const))('%s()', (name, question) => {
  test('makes a check by its defaults, whose controls exist and whose defaults keep within its bounds', async () => {
    const frameworks = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))

    const { id, title, severity, controls = [], variables = [], reads = [] } = make(name, createInventory(question.of))

    expect({ id, title, severity }).toEqual({ id: question.id, title: question.title, severity: question.severity })
    const ids = controls.map((control) => (typeof control === 'string' ? control : control.id))
    expect(ids.map((control) => explainUnknownControl(control, frameworks))).toEqual(ids.map(() => undefined))
    const bounds = controls.flatMap((control) => (typeof control === 'string' ? [] : [control.requires]))
    for (const variable of variables.filter(({ type }) => type !== 'list')) {
      expect(bounds.length).toBe(controls.length)
      for (const bound of bounds) {
        const own = question.variables.find((each) => each.variable.id === variable.id)?.bound
        expect(bound[variable.id]).toEqual(own ?? 'a bound of the question')
        expect(explainLooseness(variable.id, bound[variable.id] ?? {}, variable.default as number)).toBeUndefined()
      }
    }
    expect(reads[0]?.members).toEqual([...question.reads, ...(question.readsWhereKnown ?? [])])
  })

  test('has the ids, defaults and earlier ids that a connector gives its variables, and bounds by them', () => {
    const changes = Object.fromEntries(
      question.variables.map(({ variable }) => [variable.id, { id: `own_${variable.id}`, renamed: [variable.id] }]),
    )

    const {
      id,
      variables = [],
      controls = [],
    } = make(name, createInventory(question.of), {
      id: 'own',
      variables: question.variables.length > 0 ? changes : undefined,
    })

    expect(id).toBe('own')
    expect(variables.map((variable) => [variable.id, variable.renamed, variable.default])).toEqual(
      question.variables.map(({ variable }) => [`own_${variable.id}`, [variable.id], variable.default]),
    )
    for (const control of controls)
      if (typeof control !== 'string')
        expect(Object.keys(control.requires).every((bounded) => bounded.startsWith('own_'))).toBe(true)
  })

  test('refuses an inventory of another kind, one that does not tell what it reads, and options that it has not', () => {
    const { of, reads } = question
    const other = of === 'device' ? 'account' : 'device'

    expect(listMistakes(() => make(name, createInventory(other)))).toContain(
      `inventory: must be an inventory of kind "${of}", not "${other}"`,
    )
    expect(listMistakes(() => make(name, undefined))).toContain(
      `inventory: must be an inventory of kind "${of}", as connector.inventory(…) gives it`,
    )
    expect(listMistakes(() => make(name, createInventory(of, [])))).toEqual(
      reads.map((member) => `inventory: does not tell "${member}", which this question reads`),
    )
    const stray = question.remediation === undefined ? 'remediation' : 'instructions'
    const misspelt = { titel: 'x', variables: { max: 'm' } }
    const given = name === 'fewAdministrators' ? misspelt : { ...misspelt, [stray]: 'x', role: 'x' }
    expect(listMistakes(() => make(name, createInventory(of), given))).toEqual([
      'titel: is not an option here; did you mean "title"?',
      ...(name === 'fewAdministrators'
        ? []
        : [stray, 'role'].map((option) => expect.stringMatching(`^${option}: is not an`))),
      'variables.max: is not an option here; remove it or check its spelling',
    ])
  })
})

test("onEmpty: 'error' takes the meaning of an empty list from a question that has one", () => {
  const keys = createInventory('credential')

  expect([make('credentialsRotated', keys), make('credentialsRotated', keys, { onEmpty: 'error' })]).toMatchObject([
    { onEmpty: 'not_applicable' },
    expect.not.objectContaining({ onEmpty: expect.anything() }),
  ])
})

test('a part of an inventory in which nothing is does not apply, where its question asks of a few', () => {
  const users = createInventory('account')
  const invitations = acme.inventory({
    of: 'account',
    part: 'invitations',
    tells: ['createdAt'],
    covers: ['all'],
    async *list() {},
  } as never)
  const find = (inventory: unknown, options?: object) => make('invitationsPending', inventory, options).onEmpty

  expect([find(users), find(invitations), find(invitations, { onEmpty: 'fail' })]).toEqual([
    undefined,
    'not_applicable',
    'fail',
  ])
  expect(
    make(
      'staleAccounts',
      acme.inventory({
        of: 'account',
        part: 'users',
        tells: ['lastActiveAt', 'createdAt'],
        covers: ['all'],
        async *list() {},
      } as never),
    ).onEmpty,
  ).toBeUndefined()
})

describe('secondFactor()', () => {
  test('has accept_single_sign_on only where the inventory can tell who has no password', () => {
    const without = make('secondFactor', createInventory('account', ['secondFactor']))
    const renamed = () =>
      make('secondFactor', createInventory('account', ['secondFactor']), {
        variables: { accept_single_sign_on: 'accept_sso' },
      })

    expect([without.variables, without.controls]).toEqual([
      [],
      ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
    ])
    expect(listMistakes(renamed)).toEqual([
      'variables.accept_single_sign_on: is not an option here; remove it or check its spelling',
    ])
  })
})

describe('guestsReviewed()', () => {
  test('has reviewed_guests only where a check names it', () => {
    const accounts = createInventory('account')
    const named = make('guestsReviewed', accounts, { variables: { reviewed_guests: 'reviewed_collaborators' } })

    expect(make('guestsReviewed', accounts).variables).toEqual([])
    expect(make('guestsReviewed', accounts, { variables: { reviewed_guests: undefined } }).variables).toEqual([])
    expect(named.variables).toMatchObject([{ id: 'reviewed_collaborators', type: 'text', default: '' }])
  })
})

test('allQuestions has every question that the package exports', () => {
  const exported = Object.keys(questions)

  expect(allQuestions.map(({ name }) => name).sort()).toEqual(exported.sort())
  expect(new Set(allQuestions.map(({ id }) => id)).size).toBe(allQuestions.length)
})

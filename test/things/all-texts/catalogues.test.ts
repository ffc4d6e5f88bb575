import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { frameworkNames } from '../../../src/checks/controls/frameworks/framework-names.ts'
import { de } from '../../../src/things/all-texts/de.ts'
import { en } from '../../../src/things/all-texts/en.ts'

/** Every member by its path, with what it says where each value is 7, and the names of the values that it takes. */
function listMembers(catalogue: object, path = ''): ReadonlyMap<string, { says: string; takes: readonly string[] }> {
  return new Map(
    Object.entries(catalogue).flatMap(([name, member]) => {
      const at = path === '' ? name : `${path}.${name}`
      if (at === 'format') return []
      if (typeof member === 'object') return [...listMembers(member, at)]
      return [[at, typeof member === 'function' ? callMember(member) : { says: member, takes: listBraces(member) }]]
    }),
  )
}

function callMember(member: (values: object) => unknown) {
  const takes = new Set<string>()
  const values = new Proxy({}, { get: (_, name) => takes.add(String(name)) && 7 })
  return { says: [member(values)].flat().join(''), takes: [...takes].toSorted() }
}

function listBraces(text: string): readonly string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted()
}

const english = listMembers(en)
const german = listMembers(de)

test('German has every member of English, and no other', () => {
  expect([...german.keys()].toSorted()).toEqual([...english.keys()].toSorted())
})

test('German takes the same values in every member', () => {
  const pick = (members: typeof english) => [...members].map(([path, { takes }]) => `${path}: ${takes}`).toSorted()

  expect(pick(german)).toEqual(pick(english))
})

test('German says nothing in English, but for names, symbols and words that are the same', () => {
  const same = [...english].filter(([path, { says }]) => german.get(path)?.says === says).map(([, { says }]) => says)
  const names = new Set(Object.values(frameworkNames))

  expect([...new Set(same)].filter((says) => !names.has(says)).toSorted()).toEqual(sameInGerman.toSorted())
})

test('no text has markup', () => {
  const texts = [...english, ...german].map(([, { says }]) => says)

  expect(texts.filter((text) => /<\/?[a-z]|&[a-z]+;/.test(text))).toEqual([])
})

test('an English message stands once: another place refers to it', () => {
  const places = Map.groupBy(listMessages(), ({ text }) => text)
  const copies = [...places.values()].filter(({ length }) => length > 1).map((same) => same.map(({ at }) => at))

  expect(copies.map((same) => same.toSorted().join(' = ')).toSorted()).toEqual(homographs)
})

test('German tells homographs apart', () => {
  const same = homographs.filter((line) => {
    const [one, ...others] = line.split(' = ').map((at) => german.get(at)?.says)
    return others.includes(one)
  })

  expect(same).toEqual([])
})

/** Two things that English calls alike, and German does not. */
const homographs: readonly string[] = [
  'access.account.inSystem = access.scope.inDepartment',
  'actions.open = states.open',
  'comments.answer = labels.answer',
  'labels.accountOwner = labels.owner',
  'labels.evidence = labels.resultEvidence',
  'states.control.not_satisfied = states.failing',
]

/** Each message that an English catalogue writes out, and where. A reference to another one is none. */
function listMessages(): readonly { readonly at: string; readonly text: string }[] {
  const files = readdirSync('src/things', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /texts\/[\w-]+\.en\.ts$|all-texts\/en\/[\w-]+\.ts$/.test(file),
  )
  return files.flatMap((file) => {
    const path = `src/things/${file}`
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
    return source.statements
      .filter(isExport)
      .flatMap(({ declarationList: { declarations } }) =>
        declarations.flatMap(({ name, initializer }) => (initializer ? readMessages(initializer, name.getText()) : [])),
      )
  })
}

function isExport(node: ts.Statement): node is ts.VariableStatement {
  return ts.isVariableStatement(node) && node.modifiers?.[0]?.kind === ts.SyntaxKind.ExportKeyword
}

function readMessages(node: ts.Expression, at: string): readonly { readonly at: string; readonly text: string }[] {
  if (ts.isSatisfiesExpression(node)) return readMessages(node.expression, at)
  if (ts.isObjectLiteralExpression(node))
    return node.properties
      .filter(ts.isPropertyAssignment)
      .flatMap(({ name, initializer }) => readMessages(initializer, `${at}.${name.getText().replaceAll("'", '')}`))
  if (ts.isStringLiteralLike(node)) return [{ at, text: node.text }]
  return ts.isArrowFunction(node) ? [{ at, text: readBody(node) }] : []
}

/** What it says, with the place of each value instead of its name. */
function readBody({ parameters, body }: ts.ArrowFunction): string {
  const [pattern] = parameters.map(({ name }) => name)
  const names = pattern && ts.isObjectBindingPattern(pattern) ? pattern.elements.map(({ name }) => name.getText()) : []
  const print = (node: ts.Node): string => {
    if (ts.isIdentifier(node) && names.includes(node.text)) return `{${names.indexOf(node.text)}}`
    const parts: string[] = []
    ts.forEachChild(node, (child) => void parts.push(print(child)))
    return parts.length === 0 ? node.getText() : `(${parts.join(' ')})`
  }
  return print(body)
}

/** May only have what a German reader would write the same. */
const sameInGerman: readonly string[] = [
  ...[
    '7 in 7',
    '7 kB',
    '7 min 7 s',
    '7 ms',
    '7, 7',
    '7: 7',
    'Administrator',
    'Administrator?',
    'Client',
    'CSV',
    'Cloud',
    'Gemara',
    'GitHub',
    'JSON',
    'Jira',
    'JUnit XML',
  ],
  ...['Drata', 'Linear', 'Tickets', 'Token', 'Tracker', 'Vanta'],
  ...[
    'Markdown',
    'NDJSON',
    'Name',
    'OCSF',
    'OK',
    'OSCAL',
    'OSCAL POA&M',
    'Parquet',
    'Person',
    'SARIF',
    'SHA-256',
    'Status',
    'System',
    'URL',
    'Version',
    'in-toto SVR',
  ],
  ...['Text', 'Webhook', 'Webhooks', 'optional'],
]

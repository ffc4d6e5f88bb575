import { describe, expect, onTestFinished, test } from 'vitest'
import { runChecks } from '../../src/app/runtime/index.ts'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { DataFileError } from '../../src/data/data-file.ts'
import { readConnector } from '../../src/data/read-connector.ts'
import { acmeRoutes, acmeYaml } from './acme.ts'

const read = (text: string) => readConnector('acme.connector.yaml', new TextEncoder().encode(text))

function readProblems(text: string): string {
  try {
    read(text)
  } catch (error) {
    if (error instanceof DataFileError) return error.message
    throw error
  }
  return ''
}

test('a connector as data runs as one in code does', async () => {
  const vendor = await fakeVendor({ routes: acmeRoutes as never })
  onTestFinished(() => vendor.close())

  const run = await runChecks(read(acmeYaml(vendor.url)), {
    credentials: { api_key: 'k' },
    allowPrivateNetwork: true,
  } as never)

  expect(
    run.checks.flatMap(({ id, results }) =>
      results.map(({ status, resource, title, evidence }) => [id, status, resource.id, title, evidence]),
    ),
  ).toMatchInlineSnapshot(`
    [
      [
        "second-factor",
        "pass",
        "1",
        "user-1 has a second factor",
        {
          "kind": "person",
          "secondFactor": true,
          "status": "active",
        },
      ],
      [
        "second-factor",
        "not_applicable",
        "2",
        "user-2 is suspended",
        null,
      ],
      [
        "second-factor",
        "not_applicable",
        "3",
        "user-3 is a service account",
        null,
      ],
      [
        "second-factor",
        "fail",
        "4",
        "user-4 has no second factor",
        {
          "kind": "person",
          "secondFactor": false,
          "status": "active",
        },
      ],
      [
        "sso-enforced",
        "pass",
        "7",
        "Single sign-on is enforced",
        {
          "sso": {
            "enforced": true,
          },
        },
      ],
      [
        "repositories-protected",
        "pass",
        "r1",
        "Every repository is protected",
        {
          "archived": false,
          "protection": {
            "reviews": 2,
          },
        },
      ],
      [
        "repositories-protected",
        "fail",
        "r2",
        "tools of Web takes changes without a review",
        {
          "archived": false,
          "protection": {
            "reviews": 0,
          },
        },
      ],
      [
        "repositories-protected",
        "not_applicable",
        "r3",
        "Does not apply: Every repository is protected",
        null,
      ],
      [
        "few-owners",
        "fail",
        "acme",
        "There are too many or too few owners",
        {
          "count": 3,
          "names": [
            "user-1",
            "user-3",
            "user-4",
          ],
          "unknown": 0,
        },
      ],
    ]
  `)
  expect(run.checks.map(({ id, status, error }) => [id, status, error?.message])).toMatchInlineSnapshot(`
    [
      [
        "second-factor",
        "fail",
        undefined,
      ],
      [
        "sso-enforced",
        "pass",
        undefined,
      ],
      [
        "repositories-protected",
        "error",
        "The check could not tell for 1 resource. repository "r4": The answer of Acme does not tell: what holds item.protection.reviews is null.",
      ],
      [
        "few-owners",
        "fail",
        undefined,
      ],
    ]
  `)
  expect(run.inventories).toMatchObject([{ of: 'account', complete: true, count: 4, requests: 6, covers: ['members'] }])
})

describe('a mistake is named at its line and column', () => {
  const base = acmeYaml('https://api.acme.example')
  test.each<[string, string]>([
    ['a misspelt member', base.replace('pass: body.sso', 'passes: body.sso')],
    ['an expression that ends too early', base.replace('body.sso.enforced', 'body.sso == ')],
    ['a name that stands for nothing', base.replace('pass: body.sso.enforced', 'pass: item.sso')],
    ['a rule that is always the same', base.replace('pass: body.sso.enforced', 'pass: vars.max_owners > 1')],
    ['a member that the kind does not have', base.replace('administrator:', 'administrater:')],
    ['a word that is none of ours', base.replace('bot: service', 'bot: robot')],
    ['a question that does not exist', base.replace('question: secondFactor', 'question: secondFacter')],
    [
      'a POST that nobody allowed',
      base.replace('list: { path: /users, items: users,', 'list: { path: /users, body: { a: 1 }, items: users,'),
    ],
    ['has() in a verdict', base.replace('pass: body.sso.enforced', 'pass: has(body.sso.enforced)')],
    ['a host in a path', base.replace('path: /settings', 'path: https://evil.example/x')],
    ['a check that is there twice', base.replace('id: sso-enforced', 'id: second-factor')],
    [
      'a question that is there twice',
      base.replace(
        'checks:\n',
        'checks:\n  - { id: second-factor, question: secondFactor, of: account, remediation: Do it. }\n',
      ),
    ],
    ['the habit of another language', base.replace('pass: body.sso.enforced', 'pass: body.sso and body.id')],
    [
      'mistakes of form and of meaning',
      base
        .replace('severity: high', 'severity: hihg')
        .replace('pass: body.sso.enforced', 'pass: body.sso and body.id')
        .replace('administrator: item', 'administrater: item')
        .replace('next: none } }', 'nxt: none } }')
        .replace('min: 1, max: vars.max_owners', 'min: 1, max: vars.max_owner'),
    ],
    [
      'a malformed inventory, and questions to it and to others',
      base
        .replace('covers: [members]', 'covers: members')
        .replace('question: secondFactor', 'question: secondFacter')
        .replace('pass: body.sso.enforced', 'pass: body.sso == '),
    ],
    ['a malformed variable, and a rule that may read it', base.replace('id: max_owners', 'id: 7')],
    ['a base URL without a host', base.replace('https://api.acme.example', 'ftp://api')],
  ])('%s', (_what, text) => {
    expect(readProblems(text)).toMatchSnapshot()
  })
})

test.each([null, 'yes', 1, [], {}])('a rule of one member that holds %j is neither pass nor fail', async (enforced) => {
  const vendor = await fakeVendor({
    routes: { ...acmeRoutes, 'GET /settings': { json: { id: 7, sso: { enforced } } } } as never,
  })
  onTestFinished(() => vendor.close())

  const run = await runChecks(read(acmeYaml(vendor.url)), {
    credentials: { api_key: 'k' },
    checks: ['sso-enforced'],
    allowPrivateNetwork: true,
  } as never)

  expect(run.checks).toMatchObject([{ status: 'error', results: [], error: { code: 'CHECK_UNDECIDED' } }])
})

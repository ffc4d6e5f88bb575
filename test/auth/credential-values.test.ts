import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCredentials, parseField } from '../../src/auth/credential-values.ts'
import { type ConnectorDefinition, type CredentialField, defineConnector } from '../../src/define/index.ts'
import { CredentialError } from '../../src/errors/index.ts'
import { createConnectorWith } from '../http/support.ts'

const baseUrl = 'https://api.acme.example'

/** The problems of a definition's credentials, as `path: message`. */
function problemsOf(definition: object, input: Readonly<Record<string, unknown>>): string[] {
  try {
    parseCredentials(createConnectorWith({ baseUrl, ...definition }).definition, input)
    return []
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error
    for (const value of Object.values(input))
      if (typeof value === 'string' && value.length > 5) expect(error.message).not.toContain(value)
    return error.problems.map(({ path, message }) => `${path}: ${message}`)
  }
}

function problemOf(field: Partial<CredentialField>, input: unknown): string | undefined {
  const parsed = parseField(
    { id: 'f', label: 'Field', type: 'text', required: false, ...field } as CredentialField,
    input,
  )
  return 'problem' in parsed ? parsed.problem : undefined
}

const options = [
  { value: 'eu', label: 'Europe' },
  { value: 'us', label: 'USA' },
]

describe('parseCredentials()', () => {
  test('gives the values by id, numbers as numbers, empty optional ones left out', () => {
    const { definition } = createConnectorWith({
      baseUrl,
      credentialFields: [
        { id: 'port', label: 'Port', type: 'number', required: true },
        { id: 'region', label: 'Region', type: 'select', options, required: true },
        { id: 'note', label: 'Note', type: 'text' },
      ],
    })

    expect(parseCredentials(definition, { api_key: 'k', port: ' 443 ', region: 'eu', note: '' })).toEqual({
      api_key: 'k',
      port: 443,
      region: 'eu',
    })
  })

  test('names every bad field at once, and no value', () => {
    const problems = problemsOf(
      {
        credentialFields: [
          { id: 'port', label: 'Port', type: 'number', required: true },
          { id: 'url', label: 'URL', type: 'url', required: true },
        ],
      },
      { api_key: 'SEKRET\n-key', port: 'SEKRET-port', extra: 'SEKRET-extra' },
    )

    expect(problems).toEqual([
      'api_key: must not contain line breaks or control characters',
      'port: must be a number',
      'url: is required (URL)',
      'extra: is not a credential field of "acme"; it has api_key, port, url',
    ])
  })

  test.each([
    [{}, 'CREDENTIAL_MISSING'],
    [{ api_key: '' }, 'CREDENTIAL_MISSING'],
    [{ api_key: null }, 'CREDENTIAL_MISSING'],
    [{ api_key: '  \t\n' }, 'CREDENTIAL_MISSING'],
    [{ api_key: 'a\0b' }, 'CREDENTIAL_INVALID'],
    [{ api_key: 5 }, 'CREDENTIAL_INVALID'],
  ])('of %j fails as %s', (input, code) => {
    expect(() => parseCredentials(createConnectorWith({ baseUrl }).definition, input)).toThrow(
      expect.objectContaining({ code }),
    )
  })

  test('takes no value from the prototype', () => {
    expect(problemsOf({}, Object.create({ api_key: 'inherited' }))).toEqual(['api_key: is required (API Key)'])
  })

  test.each([
    [
      'a colon in a user name (RFC 7617)',
      { auth: { type: 'basic', config: {} } },
      { username: 'a:b', password: 'c:d' },
      ['username: must not contain a colon'],
    ],
    [
      'one in a user name of another id',
      { auth: { type: 'basic', config: { usernameField: 'email' } } },
      { email: 'a:b', password: 'p' },
      ['email: must not contain a colon'],
    ],
    ['none in a password', { auth: { type: 'basic', config: { fixedUsername: 'api' } } }, { password: 'c:d' }, []],
    [
      'a prettified dash in a key for a header',
      {},
      { api_key: 'key–1' },
      ['api_key: must contain Latin-1 characters only; copy it again from the vendor'],
    ],
    [
      'the prefix that is added to a key',
      { auth: { type: 'api_key', config: { in: 'header', name: 'Authorization', prefix: 'Bearer ' } } },
      { api_key: 'bearer key-1' },
      ['api_key: begins with "Bearer", which is added to it; enter what follows'],
    ],
    [
      'no key that only begins with the same letters',
      { auth: { type: 'api_key', config: { in: 'header', name: 'Authorization', prefix: 'Bearer ' } } },
      { api_key: 'bearer-key-1' },
      [],
    ],
    [
      'an invisible character in a key for a header',
      {},
      { api_key: 'key\u200b1' },
      ['api_key: must contain Latin-1 characters only; copy it again from the vendor'],
    ],
    [
      'no such dash in a key for the query',
      { auth: { type: 'api_key', config: { in: 'query', name: 'k' } } },
      { api_key: 'key–1' },
      [],
    ],
  ])('refuses what cannot be sent: %s', (_name, definition, input, problems) => {
    expect(problemsOf(definition, input)).toEqual(problems)
  })

  test.each<[CredentialField['type']]>([['password'], ['text'], ['textarea'], ['combobox']])(
    'gives a value of type %s without the spaces and line breaks around it, which is how it is sent',
    (type) => {
      const field = { id: 'f', label: 'Field', type, options } as CredentialField

      expect(parseField(field, ' \tinner space \n')).toEqual({ value: 'inner space' })
    },
  )

  test('leaves spaces in a password, which Basic and the body of a login carry as they are (RFC 7617 §2)', () => {
    const define = (auth: object, credentialFields: readonly object[] = []) =>
      defineConnector({
        id: 'acme',
        name: 'Acme',
        baseUrl: 'https://api.acme.example',
        auth,
        credentialFields,
      } as never).definition
    const basic = define({ type: 'basic', config: {} })
    const custom = define({ type: 'custom', config: { credentialFields: [] } }, [
      { id: 'password', label: 'Password', type: 'password', required: true },
      { id: 'token', label: 'Token', type: 'password', required: true },
    ])

    expect(parseCredentials(basic, { username: ' u ', password: ' pass word \n' })).toEqual({
      username: 'u',
      password: ' pass word ',
    })
    expect(parseCredentials(custom, { password: 'p ', token: 't ' })).toEqual({ password: 'p ', token: 't' })
    expect(() => parseCredentials(basic, { username: 'u', password: '   ' })).toThrow('is required')
  })

  test('trims granted values too', () => {
    const { definition } = createConnectorWith({ baseUrl })

    expect(parseCredentials(definition, { api_key: ' k ', access_token: ' t\n' }, ['access_token'])).toEqual({
      api_key: 'k',
      access_token: 't',
    })
  })

  test.each(['https://u:p@host.example', 'https://u@host.example', 'https://:p@host.example/a'])(
    'refuses the URL %s, which holds a user name or password',
    (url) => {
      expect(problemOf({ type: 'url' }, url)).toBe('must not contain a user name or password')
    },
  )

  test('takes other ids where they are allowed, as text', () => {
    const { definition } = createConnectorWith({ baseUrl })

    expect(parseCredentials(definition, { api_key: 'k', captured: 'c', number: 5 }, ['captured', 'number'])).toEqual({
      api_key: 'k',
      captured: 'c',
    })
  })
})

describe('parseField()', () => {
  test.each<[string, Partial<CredentialField>, unknown]>([
    ['text', { type: 'text' }, 'any text, ünïcode too'],
    ['a password', { type: 'password' }, ' with spaces '],
    ['a text area of several lines', { type: 'textarea' }, 'a\nb\tc'],
    ['an option', { type: 'select', options }, 'us'],
    ['a combobox beyond its options', { type: 'combobox', options }, 'asia'],
    ['a number', { type: 'number' }, '1.5'],
    ['zero', { type: 'number' }, 0],
    ['a URL', { type: 'url' }, 'https://x.example/a?b'],
    ['a URL of plain http', { type: 'url' }, 'http://localhost:80'],
    ['what matches the pattern', { type: 'text', pattern: '[a-z]+' }, 'abc'],
  ])('takes %s', (_name, field, input) => {
    expect(problemOf(field, input)).toBeUndefined()
  })

  test.each<[string, Partial<CredentialField>, unknown, string]>([
    ['control characters in text', { type: 'text' }, 'a\u0007', 'must not contain line breaks or control characters'],
    ['a line break in a password', { type: 'password' }, 'a\nb', 'must not contain line breaks or control characters'],
    [
      'a line break in a combobox',
      { type: 'combobox', options },
      'a\rb',
      'must not contain line breaks or control characters',
    ],
    ['NUL in a text area', { type: 'textarea' }, 'a\0', 'must not contain NUL characters'],
    ['no option', { type: 'select', options }, 'asia', 'must be one of eu, us'],
    ['no number', { type: 'number' }, '12a', 'must be a number'],
    ['an endless number', { type: 'number' }, Number.POSITIVE_INFINITY, 'must be a number'],
    ['blanks for a number', { type: 'number' }, '  ', 'must be a number'],
    ['true for a number', { type: 'number' }, true, 'must be a number'],
    ['another scheme', { type: 'url' }, 'ftp://x.example', 'must be a URL, such as https://example.com'],
    ['no URL', { type: 'url' }, 'example.com', 'must be a URL, such as https://example.com'],
    ['a URL with a line break', { type: 'url' }, 'https://x.example/\na', 'must be a URL, such as https://example.com'],
    ['an object for text', { type: 'text' }, {}, 'must be text'],
    ['what matches in part only', { type: 'text', pattern: '[a-z]+' }, 'abc1', 'must match [a-z]+'],
    ['what is too long', { type: 'text' }, 'x'.repeat(65537), 'is longer than 64 KiB'],
  ])('refuses %s', (_name, field, input, problem) => {
    expect(problemOf(field, input)).toBe(problem)
  })

  test('never puts a control character through where a header could be made of it (property)', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('text', 'password', 'combobox', 'url'),
        (input, type) => {
          const parsed = parseField({ id: 'f', label: 'F', type, required: false, options } as CredentialField, input)

          if ('value' in parsed) expect(String(parsed.value ?? '')).not.toMatch(/[\u0000-\u001f\u007f]/)
        },
      ),
    )
  })
})

describe('parseCredentials() of fields that are chosen', () => {
  const definition: ConnectorDefinition = {
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://acme.example',
    auth: {
      type: 'custom',
      config: {
        credentialFields: [
          { id: 'sandbox', label: 'Sandbox', type: 'boolean', required: true },
          {
            id: 'regions',
            label: 'Regions',
            type: 'multiselect',
            options: [
              { value: 'eu', label: 'Europe' },
              { value: 'us', label: 'America' },
            ],
          },
        ],
      },
    },
  }

  test.each([
    [{ sandbox: true }, { sandbox: true }],
    [
      { sandbox: 'false', regions: 'eu, us' },
      { sandbox: false, regions: ['eu', 'us'] },
    ],
    [
      { sandbox: false, regions: ['us', 'us'] },
      { sandbox: false, regions: ['us'] },
    ],
    [{ sandbox: false, regions: [] }, { sandbox: false }],
  ])('reads %j', (given, expected) => {
    expect(parseCredentials(definition, given)).toEqual(expected)
  })

  test.each([
    [{}, 'is required (Sandbox)'],
    [{ sandbox: 'maybe' }, 'must be true or false'],
    [{ sandbox: 1 }, 'must be true or false'],
    [{ sandbox: true, regions: 'mars' }, 'must be some of eu, us'],
    [{ sandbox: true, regions: [1] }, 'must be a list of texts, or one text with commas'],
    [{ sandbox: true, regions: { 0: 'eu' } }, 'must be a list of texts, or one text with commas'],
  ])('refuses %j', (given, expected) => {
    expect(() => parseCredentials(definition, given)).toThrow(expected)
  })
})

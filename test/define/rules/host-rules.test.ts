import { describe, expect, test } from 'vitest'
import { listSharedSuffixes } from '../../../scripts/connectors/shared-suffixes.ts'
import { collectPatterns, fillUrl } from '../../../src/define/index.ts'
import { isPublicSuffix, loadSharedSuffixes } from '../../../src/define/rules/host-rules.ts'
import { createWithApiKey, createWithOAuth2, define, listMistakes } from '../definitions.ts'

const free = { id: 'x', label: 'X', type: 'text' }
const held = { id: 'held', label: 'Held', type: 'text', pattern: '[a-z]+\\.acme\\.example' }
const wide = { id: 'wide', label: 'Wide', type: 'text', pattern: '[a-z.]+' }
const either = { id: 'either', label: 'Either', type: 'text', pattern: 'com|[a-z]+\\.acme\\.example' }
const decides =
  '{x} decides which host receives the request; give its field a "pattern" that allows only the hosts you mean'
const anybodys = (suffix: string) =>
  `"${suffix}" is a public suffix, so {x} could name anybody's host; give its field a "pattern"`

describe('a placeholder in a host', () => {
  test.each([
    ['https://{x}', decides],
    ['https://{x}:8443/api', decides],
    ['https://{x}:{held}/api', decides],
    ['{x}', decides],
    ['{x}/api', decides],
    ['https://api.{x}', decides],
    ['https://{x}acme.example', decides],
    ['https://{x}-acme.example', decides],
    ['https://acme.{x}/api', decides],
    ['https://{x}.com', anybodys('com')],
    ['https://{x}.example', anybodys('example')],
    ['https://acme-{x}.com', anybodys('com')],
    ['https://{x}.co.uk', anybodys('co.uk')],
    ['https://{x}.CO.UK', anybodys('CO.UK')],
    ['https://{x}.github.io/api', anybodys('github.io')],
    ['https://api.{x}.github.io:8443', anybodys('github.io')],
    ['https://{held}.{x}.com', anybodys('com')],
  ])('%s could name a host of anybody', (baseUrl, message) => {
    expect(listMistakes(createWithApiKey({ baseUrl, credentialFields: [free, held] }))).toEqual([
      expect.stringContaining(`baseUrl: ${message}`),
    ])
  })

  test.each([
    'https://{x}.acme.example',
    'https://{x}.acme.example:8443/api',
    'https://api.{x}.acme.example',
    'https://api-{x}.acme.example',
    'https://{x}.{x}.acme.example',
    'https://{held}',
    'https://{held}:8443',
    'https://{held}/{x}',
    'https://{held}.com',
    'https://{held}:{x}',
    '{held}',
    '{held}/api',
  ])('%s is held by a literal suffix or a pattern', (baseUrl) => {
    expect(listMistakes(createWithApiKey({ baseUrl, credentialFields: [free, held] }))).toEqual([])
  })

  test('comes with patterns to copy, which are held to', () => {
    const [message = ''] = listMistakes(createWithApiKey({ baseUrl: 'https://{x}', credentialFields: [free] }))
    const copied = [...message.matchAll(/'([^']+)'/g)].map(([, text = '']) => text.replaceAll('\\\\', '\\'))

    expect(copied).toHaveLength(2)
    for (const pattern of copied)
      expect(
        listMistakes(createWithApiKey({ baseUrl: 'https://{x}', credentialFields: [{ ...free, pattern }] })),
      ).toEqual([])
    const [below = '', any = ''] = copied.map((pattern) => `^(?:${pattern})$`)
    expect(['eu.acme.com', 'acme.com.evil.example'].map((host) => new RegExp(below, 'u').test(host))).toEqual([
      true,
      false,
    ])
    expect(['git.local:8443', 'a/b', 'a@b'].map((host) => new RegExp(any, 'u').test(host))).toEqual([
      true,
      false,
      false,
    ])
  })

  test('is held by the options of a list, and by nothing else', () => {
    const options = ['api.acme.example', 'acme.eu'].map((value) => ({ value, label: value }))
    const list = { ...free, type: 'select', options }

    expect(listMistakes(createWithApiKey({ baseUrl: 'https://{x}/api', credentialFields: [list] }))).toEqual([])
    const combobox = { ...list, type: 'combobox' }
    expect(listMistakes(createWithApiKey({ baseUrl: 'https://{x}/api', credentialFields: [combobox] }))).toEqual([
      expect.stringContaining(decides),
    ])
    const { definition } = define(createWithApiKey({ baseUrl: 'https://{x}/api', credentialFields: [list] }))
    const patterns = collectPatterns(definition)
    expect(fillUrl(definition.baseUrl, { values: { x: 'acme.eu' }, patterns }).href).toBe('https://acme.eu/api')
    for (const x of ['acmeXeu', 'evil.example', 'acme.eu.evil.example'])
      expect(() => fillUrl(definition.baseUrl, { values: { x }, patterns })).toThrow('cannot be used in a URL')
  })

  test('that nothing declares is refused for that reason alone', () => {
    expect(listMistakes(createWithApiKey({ baseUrl: 'https://{x}' }))).toEqual([
      'baseUrl: {x} is not a credential field or setting; declare it or remove the placeholder',
    ])
  })

  test.each(['authorizeUrl', 'tokenUrl', 'refreshUrl', 'revokeUrl', 'registrationUrl'])(
    'is held to the same in %s, where the client secret goes',
    (option) => {
      expect(listMistakes(createWithOAuth2({ [option]: 'https://{x}/x' }, { credentialFields: [free] }))).toEqual([
        expect.stringContaining(`auth.config.${option}: ${decides}`),
      ])
    },
  )

  test('counts the pattern of a setting by its token, and that of a captured value', () => {
    const setting = { id: 'tenant', label: 'Tenant', type: 'text', token: '{TENANT}' }
    const capture = { from: 'callback', path: 'host', id: 'host' }
    const define = (pattern?: string) =>
      createWithOAuth2({
        authorizeUrl: 'https://{TENANT}/authorize',
        tokenUrl: 'https://{host}/token',
        customSettings: [{ ...setting, pattern }],
        capture: [{ ...capture, pattern }],
      })

    expect(listMistakes(define('[a-z]+\\.acme\\.example'))).toEqual([])
    expect(listMistakes(define())).toHaveLength(2)
  })
})

describe('allowedHosts', () => {
  test.each([
    'uploads.acme.example',
    'UPLOADS.acme.example',
    'uploads.acme.example:8443',
    '*.acme.example',
    '*.api.{x}.acme.example',
    '{x}.acme.example',
    '{held}',
    '*.{held}',
    'localhost',
    '127.0.0.1:3000',
    '[::1]:3000',
    '*.acme.co.uk',
    'api.*.acme.co.uk',
    'api.*.{held}',
    '*.my.salesforce.com',
    '*.s3-control.us-east-1.amazonaws.com',
    'ec2.eu-west-1.amazonaws.com',
  ])('takes %s', (host) => {
    expect(listMistakes(createWithApiKey({ allowedHosts: [host], credentialFields: [free, held] }))).toEqual([])
  })

  const form = 'must be a host, "host:port" or "*.suffix", without scheme and path'
  const wildcard = 'may have one wildcard, which stands for whole labels: "*.example.com", "api.*.example.com"'
  const unusable = 'has no valid host name; write it as "api.example.com"'
  const strangers = (suffix: string) =>
    `strangers own hosts below "${suffix}"; name the hosts, or a suffix below which the vendor owns everything`
  const anySuffix = (id: string) =>
    `{${id}} may be a suffix below which strangers own hosts; end its "pattern" in a suffix of the vendor's, such as "[a-z]+\\\\.example\\\\.com"`
  const below = (suffix: string) =>
    `"${suffix}" is a public suffix: anybody may own a host below it; name the suffix that the vendor owns`

  test.each([
    ['https://acme.example', form],
    ['acme.example/api', form],
    ['user@acme.example', form],
    ['acme.example?x', form],
    ['acme .example', form],
    ['acme.example\\x', form],
    ['*', wildcard],
    ['*acme.example', wildcard],
    ['api.x*.acme.example', wildcard],
    ['*.*.acme.example', wildcard],
    ['api.*.*.acme.example', wildcard],
    ['api.*', wildcard],
    ['api.*.acme.example:8443', 'must not have a port after a wildcard: "*.example.com"'],
    ['api.*.co.uk', below('co.uk')],
    ['*.amazonaws.com', strangers('amazonaws.com')],
    ['ec2.*.amazonaws.com', strangers('amazonaws.com')],
    ['*.eu-west-1.amazonaws.com', strangers('eu-west-1.amazonaws.com')],
    ['*.us-east-1.amazonaws.com', below('us-east-1.amazonaws.com')],
    ['*.azure.com', strangers('azure.com')],
    ['*.westeurope.cloudapp.azure.com', strangers('westeurope.cloudapp.azure.com')],
    ['*.core.windows.net', strangers('core.windows.net')],
    ['*.blob.core.windows.net', below('blob.core.windows.net')],
    ['*.googleusercontent.com', strangers('googleusercontent.com')],
    ['*.BC.googleusercontent.com', strangers('BC.googleusercontent.com')],
    ['*.{held}.core.windows.net', strangers('core.windows.net')],
    ['*.{wide}', anySuffix('wide')],
    ['api.*.{wide}', anySuffix('wide')],
    ['*.{either}', anySuffix('either')],
    ['api.*.{x}', decides],
    ['*.acme.example:8443', 'must not have a port after a wildcard: "*.example.com"'],
    ['*.', below('')],
    ['*.com', below('com')],
    ['*.co.uk', below('co.uk')],
    ['*.Co.Uk', below('Co.Uk')],
    ['*.github.io', below('github.io')],
    ['*.0.0.1', below('0.0.1')],
    ['*.co.uk.', unusable],
    ['acme.example.', unusable],
    ['a..example', unusable],
    ['acme.example:99999', unusable],
    ['acme.example:port', unusable],
    ['bücher.example', 'is not the normal spelling of the host; write it as "xn--bcher-kva.example"'],
    ['127.1', 'is not the normal spelling of the host; write it as "127.0.0.1"'],
    ['{x}', decides],
    ['*.{x}', decides],
    ['{x}.com', anybodys('com')],
    ['*.{x}.co.uk', anybodys('co.uk')],
  ])('refuses %j', (host, message) => {
    expect(
      listMistakes(
        createWithApiKey({ allowedHosts: ['acme.example', host], credentialFields: [free, held, wide, either] }),
      ),
    ).toEqual([expect.stringContaining(`allowedHosts[1]: ${message}`)])
  })

  test('refuses an empty one', () => {
    expect(listMistakes(createWithApiKey({ allowedHosts: [''] }))).toEqual(['allowedHosts[0]: must not be empty'])
  })
})

describe('isPublicSuffix()', () => {
  test.each(['com', 'COM', 'co.uk', 'github.io', 'foo.ck', 'localhost', '0.0.1'])(
    '%s: anybody may own a name below',
    (suffix) => {
      expect(isPublicSuffix(suffix)).toBe(true)
    },
  )

  test.each(['acme.com', 'acme.co.uk', 'acme.github.io', 'acme.example', 'amazonaws.com'])(
    '%s has one owner',
    (suffix) => {
      expect(isPublicSuffix(suffix)).toBe(false)
    },
  )
})

test('loadSharedSuffixes() gives what the public suffix list of today says', () => {
  expect(loadSharedSuffixes()).toEqual(listSharedSuffixes())
  expect(loadSharedSuffixes()).toContain('amazonaws.com')
})

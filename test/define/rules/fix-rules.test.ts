import { defineConnector } from 'checkwright'
import { expect, test } from 'vitest'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  description: 'Users of one organization.',
  category: 'identity',
  docsUrl: 'https://acme.example/docs',
  baseUrl: 'https://{domain}.acme.example/v1',
  credentialFields: [
    { id: 'domain', label: 'Domain', type: 'text', required: true },
    { id: 'secret', label: 'Secret', type: 'password', required: true },
  ],
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const define = (command: string, source = 'https://acme.example/cli') =>
  acme.check({ id: 'mfa', title: 'Users have a second factor', fix: { command, source }, run: () => undefined })

test.each([
  'acme users lock {resource.id} --name {resource.name} --type {resource.type}',
  "acme api '{evidence.login}' --org {connection.domain}",
  'curl --json \'{"value":"1.2"}\' gs://{resource.id}',
  "curl --variable %ACME_TOKEN --expand-header 'Authorization: Bearer {{ACME_TOKEN}}' https://{connection.domain}.acme.example/v1/users/{resource.id}",
])('a check has the command %s', (command) => {
  expect(define(command).fix?.command).toBe(command)
})

test.each([
  ['acme $(id)', 'without $'],
  ['acme `id`', 'without `'],
  ['acme "x"', 'double quotes between single ones'],
  ['acme {variables.days}', 'takes {variables.days}, which'],
  ['acme a; reboot', 'without ;'],
  ['acme a | sh', 'without |'],
  ['acme a && b', 'without &'],
  ['acme > x', 'without >'],
  ['acme a\nreboot', 'one line'],
  ['acme \u0007', 'printable ASCII'],
  ["acme 'a", 'a quote that is open'],
  ["acme a'b'", 'a quote that is open or within a word'],
  ["acme '{resource.id}'x", 'within a word'],
  ['sh -c x', 'sh runs anything'],
  ['./acme x', 'begin with the name of a tool'],
  ['{resource.id} x', 'begin with the name of a tool'],
  ['acme {item.id}', 'takes "{item.id}"'],
  ['acme {resource.owner}', 'a resource has id, name and type'],
  ['acme {connection.secret}', 'which is a secret'],
  ['acme {connection.api_key}', 'which is a secret'],
  ['acme {connection.domian}', 'did you mean "domain"?'],
  ['curl https://evil.example/{resource.id}', 'not on the host of "baseUrl"'],
  ['curl http://{connection.domain}.acme.example/x', 'not on the host of "baseUrl"'],
  ['acme @file', 'must not begin with @'],
  ['acme --field x=@{resource.id}', 'nor a value in it'],
  [`acme ${'x'.repeat(500)}`, 'at most 500 characters'],
])('a check does not have the command %s', (command, message) => {
  expect(() => define(command)).toThrow(message)
})

test('a command names the page that documents it', () => {
  expect(() => define('acme x', 'the manual')).toThrow('fix.source: must be the https address')
})

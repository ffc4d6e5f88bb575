import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readPrivateKey } from '../../src/text/read-private-key.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pkcs8 = String(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }))
const pkcs1 = String(rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }))
const sec1 = String(ec.privateKey.export({ type: 'sec1', format: 'pem' }))

describe('readPrivateKey() reads', () => {
  test.each([
    ['PKCS#8', pkcs8, 'rsa'],
    // gr2m/universal-github-app-jwt#69
    ['PKCS#1', pkcs1, 'rsa'],
    ['SEC 1', sec1, 'ec'],
    // node-google-spreadsheet#70
    ['\\n as two characters', pkcs8.replaceAll('\n', '\\n'), 'rsa'],
    ['\\r\\n as four characters', pkcs1.replaceAll('\n', '\\r\\n'), 'rsa'],
    ['one line with spaces', pkcs8.replaceAll('\n', ' '), 'rsa'],
    ['one line without any', pkcs8.replaceAll('\n', ''), 'rsa'],
    ['quotes of an environment file', `"${pkcs8.replaceAll('\n', '\\n')}"`, 'rsa'],
    ['lines of Windows, and a mark', `\ufeff${sec1.replaceAll('\n', '\r\n')}`, 'ec'],
    ['base64 of the file', Buffer.from(pkcs8).toString('base64'), 'rsa'],
    ['a JWK', JSON.stringify(ec.privateKey.export({ format: 'jwk' })), 'ec'],
    ['\\n escaped twice', pkcs8.replaceAll('\n', '\\\\n'), 'rsa'],
    ['lines that are indented', pkcs8.replaceAll('\n', '\n    '), 'rsa'],
    ['dashes that an editor made long', pkcs8.replaceAll('-----', '\u2014\u2014-'), 'rsa'],
    ['the file of a service account', JSON.stringify({ type: 'service_account', private_key: pkcs8 }, null, 2), 'rsa'],
    ['the same on one line in quotes', `'${JSON.stringify({ private_key: sec1 })}'`, 'ec'],
    [
      'a key below the attributes of PKCS#12',
      `Bag Attributes\n    friendlyName: a\nKey Attributes: <No>\n${pkcs8}`,
      'rsa',
    ],
    ['a key below its certificate', `-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${sec1}`, 'ec'],
  ])('%s', (_name, text, type) => {
    const reading = readPrivateKey(text)

    expect('key' in reading && reading.key.asymmetricKeyType).toBe(type)
  })
})

describe('readPrivateKey() says what to do about', () => {
  const locked = rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  test.each([
    ['a passphrase', String(locked), 'openssl pkcs8'],
    ['OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----', 'ssh-keygen'],
    ['PuTTY', 'PuTTY-User-Key-File-3: ssh-rsa', 'puttygen'],
    ['a public key', String(rsa.publicKey.export({ type: 'spki', format: 'pem' })), 'public half'],
    ['a public key of OpenSSH', 'ssh-rsa AAAA me@host', 'public half'],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'certificate'],
    ['half a key', pkcs8.slice(0, 900), 'whole file'],
    ['any other text', 'sesame', 'BEGIN PRIVATE KEY'],
    ['a JWK of a public key', JSON.stringify(ec.publicKey.export({ format: 'jwk' })), 'no private key'],
  ])('%s', (_name, text, says) => {
    const reading = readPrivateKey(text)

    expect(reading).toEqual({ problem: expect.stringContaining(says) })
    // Redaction takes what looks like a key out of our own advice too.
    expect(JSON.stringify(reading)).not.toContain('-----')
  })
})

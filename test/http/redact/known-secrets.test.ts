import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KnownSecrets } from '../../../src/http/redact/known-secrets.ts'
import { listSecretForms } from '../../../src/http/redact/secret-forms.ts'

const token = fc.stringMatching(/^[\w.-]{16,60}$/)
const around = fc.string({ unit: 'binary', maxLength: 12 })

test('each form of a text around a plain secret has a form of the secret in it (property)', () => {
  fc.assert(
    fc.property(token, around, around, (secret, before, after) => {
      const forms = [...listSecretForms(secret)]
      const without = [...listSecretForms(before + secret + after)].filter(
        (form) => !forms.some((inner) => form.includes(inner)),
      )

      expect(without).toEqual([])
    }),
  )
})

test('no form of a secret is shorter than the secret (property)', () => {
  fc.assert(
    fc.property(fc.oneof(token, fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })), (secret) => {
      for (const form of listSecretForms(secret))
        expect(form.length).toBeGreaterThanOrEqual(secret.replaceAll(/[-:]/g, '').length)
    }),
  )
})

test('KnownSecrets hides the longer of two secrets as a whole, in whichever order they were added', () => {
  const secret = 'abcdef0123456789'
  for (const added of [
    [secret, `Bearer ${secret}`],
    [`Bearer ${secret}`, secret],
  ]) {
    const known = new KnownSecrets()
    for (const each of added) known.add(each)

    expect(known.hideIn(`a Bearer ${secret}, b ${secret}`)).toBe('a [redacted], b [redacted]')
    expect(known.isIn(Buffer.from(`Bearer ${secret}`).toString('base64'))).toBe(true)
  }
})

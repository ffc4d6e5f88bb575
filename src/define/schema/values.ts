import * as z from 'zod/mini'

/** Schemas for the texts and numbers of definitions. */
export type ValueSchemas = ReturnType<typeof buildTexts> & ReturnType<typeof buildNumbers>

export function buildValues(): ValueSchemas {
  return { ...buildTexts(), ...buildNumbers() }
}

function buildTexts() {
  const text = z.string().check(z.minLength(1, 'must not be empty'))
  const connectorId = z
    .string()
    .check(z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'must be kebab-case, such as "google-workspace"'))
  // Values are looked up by these names, and every object already has "constructor" and "toString".
  const isFree = (name: string) => !(name in Object.prototype)
  const notFree = 'is a name that every JavaScript object has; choose another'
  const valueId = z
    .string()
    .check(
      z.regex(
        /^[A-Za-z_][A-Za-z0-9_-]*$/,
        'must start with a letter or "_" and contain only letters, digits, "_" and "-"',
      ),
      z.refine(isFree, notFree),
    )
  const pattern = z.string().check(
    z.refine((source) => {
      try {
        new RegExp(source, 'u')
        return true
      } catch {
        return false
      }
    }, 'must be a regular expression'),
  )
  const pageUrl = z
    .string()
    .check(z.refine((url) => /^https:\/\//i.test(url) && URL.canParse(url), 'must be an https URL'))
  // HTTP field names are tokens (RFC 9110 §5.1).
  const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be an HTTP header name'))
  const singleLine = z
    .string()
    .check(z.refine((value) => !/[\r\n\0]/.test(value), 'must not contain line breaks or NUL'))
  const params = z.record(text, z.string())
  const semver = z
    .string()
    .check(z.regex(/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)*$/, 'must be a semantic version, such as "1.0.0"'))

  return { text, connectorId, isFree, notFree, valueId, pattern, pageUrl, headerName, singleLine, params, semver }
}

function buildNumbers() {
  const positive = z.number().check(z.positive('must be greater than 0'))
  const count = z.number().check(z.int('must be a whole number'), z.positive('must be greater than 0'))

  return { positive, count }
}

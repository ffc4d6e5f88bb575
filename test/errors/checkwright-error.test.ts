import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../src/errors/codes.ts'
import * as errors from '../../src/errors/index.ts'

const {
  ApiError,
  AuthError,
  CheckError,
  CheckwrightError,
  CredentialError,
  DefinitionError,
  EngineError,
  HttpError,
  OddItemsError,
  StoreError,
  Undecided,
} = errors

const cause = new Error('socket hang up')
const request = { method: 'GET', url: 'https://api.acme.example/users' }

/** One of each kind, made with a cause and as retryable where it can be. */
const examples: readonly errors.CheckwrightError[] = [
  new CheckwrightError('Stopped.', { code: 'CANCELLED', cause, retryable: true }),
  new CredentialError('No key.', { code: 'CREDENTIAL_MISSING', cause, retryable: true }),
  new AuthError('Refused.', { code: 'AUTH_TRANSIENT', cause, retryable: true }),
  new HttpError('No answer.', { ...request, code: 'HTTP_NETWORK', cause, retryable: true }),
  new CheckError('Threw.', { code: 'CHECK_THREW', cause, retryable: true }),
  new StoreError('Closed.', { code: 'STORE_UNAVAILABLE', cause, retryable: true }),
  new EngineError('Full.', { code: 'QUEUE_FULL', cause, retryable: true }),
  new ApiError('Not found.', { code: 'NOT_FOUND', status: 404, cause, retryable: true }),
]

describe.each(examples.map((error) => [error.name, error] as const))('%s', (name, error) => {
  test('belongs to the one hierarchy, and bears its own name in every output', () => {
    expect(error).toBeInstanceOf(CheckwrightError)
    expect(error).toBeInstanceOf(Error)
    expect(error.constructor.name).toBe(name)
    expect(String(error)).toBe(`${name}: ${error.message}`)
    expect(inspect(error)).toContain(name)
  })

  test('carries code, retryable and cause', () => {
    expect(Object.keys(errorCodes)).toContain(error.code)
    expect(error.retryable).toBe(true)
    expect(error.cause).toBe(cause)
  })
})

test('every error class that is exported has an example here, but for three that have tests of their own', () => {
  const classes = Object.values(errors).filter(
    (value) => typeof value === 'function' && value.prototype instanceof Error,
  )

  expect(new Set(classes)).toEqual(
    new Set([...examples.map((error) => error.constructor), DefinitionError, OddItemsError, Undecided]),
  )
})

describe('CheckwrightError', () => {
  test('is not retryable and has no cause, not even undefined, unless told', () => {
    const error = new CheckwrightError('Stopped.', { code: 'CANCELLED' })

    expect(error.retryable).toBe(false)
    expect(Object.hasOwn(error, 'cause')).toBe(false)
  })
})

describe('DefinitionError', () => {
  const problems = [
    { path: 'auth.config.tokenUrl', message: 'is required (a string)' },
    { path: '', message: 'must be an object, not null' },
    { path: 'headers["X-A"]', message: 'must not contain line breaks or NUL' },
  ]

  test('lists all problems, each with its path, in the message and for programs', () => {
    const error = new DefinitionError('Connector "acme"', problems)

    expect(error.problems).toEqual(problems)
    expect(error.message).toBe(
      'Connector "acme" is not valid:\n' +
        '  - auth.config.tokenUrl: is required (a string)\n' +
        '  - must be an object, not null\n' +
        '  - headers["X-A"]: must not contain line breaks or NUL',
    )
  })

  test('has one code, and trying again does not help', () => {
    const error = new DefinitionError('Connector', problems)

    expect(error).toMatchObject({ name: 'DefinitionError', code: 'DEFINITION_INVALID', retryable: false })
    expect(error).toBeInstanceOf(CheckwrightError)
  })
})

describe('CredentialError', () => {
  test('lists all problems below its message', () => {
    const problems = [
      { path: 'domain', message: 'is required (Domain)' },
      { path: 'port', message: 'must be a number' },
    ]

    const error = new CredentialError('The credentials cannot be used:', { code: 'CREDENTIAL_INVALID', problems })

    expect(error.problems).toEqual(problems)
    expect(error.message).toBe(
      'The credentials cannot be used:\n  - domain: is required (Domain)\n  - port: must be a number',
    )
  })

  test('without problems is its message alone', () => {
    const error = new CredentialError('Cannot be opened.', { code: 'CREDENTIAL_UNREADABLE' })

    expect(error.message).toBe('Cannot be opened.')
    expect(error.problems).toEqual([])
  })
})

test('AuthError tells what the authorization server said', () => {
  const error = new AuthError('Refused.', { code: 'AUTH_EXCHANGE_FAILED', vendorCode: 'invalid_grant', status: 400 })

  expect(error).toMatchObject({ vendorCode: 'invalid_grant', status: 400 })
})

test('HttpError tells the request and the answer', () => {
  const answer = { status: 429, excerpt: 'slow down', requestId: 'r-1', retryAfterMs: 2000 }

  const error = new HttpError('Rate limited.', { ...request, ...answer, code: 'HTTP_RATE_LIMITED' })

  expect(error).toMatchObject({ ...request, ...answer })
})

test('ApiError tells the HTTP status', () => {
  expect(new ApiError('No key.', { code: 'API_UNAUTHENTICATED', status: 401 }).status).toBe(401)
})

test('Undecided is a CheckError with the code of an answer that does not decide', () => {
  const error = new Undecided('The role is not said.')

  expect(error).toBeInstanceOf(CheckError)
  expect(String(error)).toBe('Undecided: The role is not said.')
  expect(error).toMatchObject({ code: 'CHECK_UNDECIDED', retryable: false })
})

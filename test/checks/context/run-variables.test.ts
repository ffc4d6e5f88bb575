import { describe, expect, test } from 'vitest'
import { resolveRunVariables } from '../../../src/checks/context/run-variables.ts'
import type { AnyConnector, Variable } from '../../../src/define/index.ts'
import { CredentialError } from '../../../src/errors/index.ts'
import { createConnectorWith } from '../../http/support.ts'
import { checkWith } from '../support.ts'

const number = (id: string, extras: object = {}): Variable => ({ id, label: id, type: 'number', ...extras })
const plain = checkWith({ id: 'plain' })
const strict = checkWith({ id: 'strict', variables: [number('days', { default: 90 })] })
const demanding = checkWith({ id: 'demanding', variables: [number('size', { required: true })] })
const connector: AnyConnector = {
  ...createConnectorWith({ baseUrl: 'https://api.acme.example', variables: [number('most', { default: 4 })] }),
  checks: [plain, strict, demanding],
}

describe('resolveRunVariables()', () => {
  test('gives each check the connector’s variables and its own, and no other', () => {
    const variables = resolveRunVariables(connector, [plain, strict], { days: '30', most: 2 })

    expect(variables.resolve(plain)).toEqual({ most: 2 })
    expect(variables.resolve(strict)).toEqual({ most: 2, days: 30 })
    expect(variables.used).toEqual({ most: 2, days: 30 })
  })

  test('fills in defaults', () => {
    expect(resolveRunVariables(connector, [strict], {}).used).toEqual({ most: 4, days: 90 })
  })

  test('takes a value for a check that is not chosen, and refuses one that nobody knows', () => {
    expect(resolveRunVariables(connector, [plain], { days: 1 }).used).toEqual({ most: 4 })
    expect(() => resolveRunVariables(connector, [plain], { dayz: 1 })).toThrow(
      expect.objectContaining({
        code: 'VARIABLE_INVALID',
        problems: [{ path: 'dayz', message: 'is not a variable; "acme" has most, days, size' }],
      }),
    )
  })

  test('fails for the check alone whose variable is bad or missing', () => {
    const variables = resolveRunVariables(connector, [plain, strict, demanding], { days: 'x' })

    expect(variables.resolve(plain)).toEqual({ most: 4 })
    expect(() => variables.resolve(strict)).toThrow(CredentialError)
    expect(() => variables.resolve(demanding)).toThrow(CredentialError)
    expect(variables.used).toEqual({ most: 4 })
  })
})

import { z } from '@hono/zod-openapi'
import { carryOverVariables } from '../../../auth/variable-values.ts'
import { type AnyConnector, isChoice } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import {
  authoredId,
  connectionParams,
  Option,
  shownVariable,
  toNullable,
  variableValues,
} from '../../../service/api/schemas/schemas.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { demandConnection, demandConnector, demandConnectorOf } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { toWireDeclaration, VariableSchema } from '../../connectors/api/connector-schema.ts'
import type { Connection } from '../../runtime/runtime.ts'
import { listDeclaredVariables } from '../declared-variables.ts'

const tag = 'Connections'

const ConnectionVariable = VariableSchema.extend({
  value: shownVariable.openapi({ description: 'null: it is not set, and the default applies.' }),
  checks: z
    .array(z.string())
    .nullable()
    .openapi({ description: 'Checks that it belongs to. null: all.', example: ['admin-mfa'] }),
}).openapi('ConnectionVariable')

const Variables = z.object({ data: z.array(ConnectionVariable) }).openapi('ConnectionVariableList')

export const getVariables = defineRoute({
  method: 'get',
  path: '/v1/integrations/connections/{connectionId}/variables',
  operationId: 'IntegrationsController_getVariables_v1',
  tag,
  summary: 'Read the variables of a connection',
  scope: 'integrations:read',
  params: connectionParams,
  answer: { status: 200, description: 'Every variable, with its value.', schema: Variables },
  handle: async ({ params, caller: { organizationId } }, { runtime }) => {
    const connection = await demandConnection(runtime, organizationId, params.connectionId)
    return toWireVariables(await demandConnectorOf(runtime, connection), connection)
  },
})

export const putVariables = defineRoute({
  method: 'put',
  path: '/v1/integrations/connections/{connectionId}/variables',
  operationId: 'IntegrationsController_putVariables_v1',
  tag,
  summary: 'Set the variables of a connection',
  description: 'Replaces all values. A variable that you leave out has its default again.',
  scope: 'integrations:write',
  params: connectionParams,
  body: [createJsonBody(z.strictObject({ variables: variableValues }).openapi('VariableChange'))],
  answer: { status: 200, description: 'Every variable, with its value.', schema: Variables },
  audit: { action: 'connection.variables' },
  handle: async ({ params: { connectionId: id }, body, caller: { organizationId } }, { runtime }) => {
    const connection = await runtime.connections.update({ id, organizationId }, body)
    return toWireVariables(await demandConnectorOf(runtime, connection), connection)
  },
})

export const listOptions = defineRoute({
  method: 'get',
  path: '/v1/integrations/connections/{connectionId}/variables/{variableId}/options',
  operationId: 'IntegrationsController_listOptions_v1',
  tag,
  summary: 'List the options of a variable',
  description: 'For a variable with `fetchesOptions`, from the vendor. For another select, from the connector.',
  scope: 'integrations:read',
  params: connectionParams.extend({ variableId: authoredId }),
  answer: {
    status: 200,
    description: 'The options, or why they are unknown.',
    schema: z
      .object({
        data: z.array(Option).nullable().openapi({ description: 'null: the vendor gave no options.' }),
        message: z
          .string()
          .nullable()
          .openapi({ description: 'Why there are no options, and what to do.', example: null }),
      })
      .openapi('OptionList'),
  },
  handle: async ({ params: { connectionId: id, variableId }, caller: { organizationId } }, { runtime }) => {
    const { connector } = await demandConnection(runtime, organizationId, id)
    const variable = listDeclaredVariables(demandConnector(runtime, connector)).find(
      ({ variable }) => variable.id === variableId,
    )
    if (variable === undefined || !isChoice(variable.variable))
      throw new ApiError('The connection has no select or multiselect variable of that id.', { code: 'NOT_FOUND' })
    const fetched = await runtime.connections.options({ id, organizationId }, variableId)
    if (fetched?.ok === false) return { data: null, message: fetched.message }
    const options = fetched?.options ?? variable.variable.options ?? []
    return { data: options.map(({ value, label }) => ({ value, label })), message: null }
  },
})

function toWireVariables(connector: AnyConnector, { variables }: Connection): z.input<typeof Variables> {
  const declared = listDeclaredVariables(connector)
  const values = carryOverVariables(
    declared.map(({ variable }) => variable),
    variables,
  )
  return {
    data: declared.map(({ variable, checks }) => ({
      ...toWireDeclaration(connector, variable),
      value: toNullable(Object.hasOwn(values, variable.id) ? values[variable.id] : undefined),
      checks: checks === undefined ? null : [...checks],
    })),
  }
}

import { z } from '@hono/zod-openapi'
import { findKnownTime } from '../../../service/rights/period.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import { findJudge } from '../../people/reading/find-judge.ts'
import { demandTask } from '../reading/tasks.ts'
import { NewStatement, StatementSchema, tag, taskParams, toWireStatement } from './task-schema.ts'

export const stateTask = defineRoute({
  method: 'post',
  path: '/v1/tasks/{taskId}/statements',
  operationId: 'TasksController_state_v1',
  tag,
  summary: 'Say that an obligation was done, with files that show it',
  description:
    'The obligation is then `provided`. It is `met` when another person accepts the statement by `POST /v1/judgements`.',
  scope: 'tasks:write',
  params: taskParams,
  body: [createJsonBody(NewStatement)],
  answer: { status: 201, description: 'The statement.', schema: StatementSchema },
  problems: [404],
  audit: { action: 'task.state', target: ({ taskId }) => taskId },
  handle: async ({ params: { taskId }, body: { userId, ...fields }, caller }, host) => {
    const { organizationId } = caller
    await demandTask(host.runtime, caller, taskId)
    const author = await findJudge(host, caller, userId, 'tasks:write')
    return toWireStatement(await host.runtime.tasks.state({ ...fields, organizationId, taskId, author }))
  },
})

export const listStatements = defineRoute({
  method: 'get',
  path: '/v1/tasks/{taskId}/statements',
  operationId: 'TasksController_listStatements_v1',
  tag,
  summary: 'List what people stated for an obligation, the newest first',
  description: 'An obligation has at most 500. For a viewer who is limited to a period: as they were at its end.',
  scope: 'tasks:read',
  params: taskParams,
  answer: {
    status: 200,
    description: 'All statements.',
    schema: z.object({ data: z.array(StatementSchema) }).openapi('Statements'),
  },
  handle: async ({ params: { taskId }, caller }, { runtime }) => {
    const { organizationId } = caller
    await demandTask(runtime, caller, taskId)
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    return { data: (await runtime.tasks.statements({ organizationId, taskId, within })).map(toWireStatement) }
  },
})

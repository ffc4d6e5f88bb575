import { z } from '@hono/zod-openapi'
import { taskStates } from '../../../checks/obligations/task-state.ts'
import { ApiError } from '../../../errors/index.ts'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../../service/api/schemas/page-cursor.ts'
import { foreignId } from '../../../service/api/schemas/text-schema.ts'
import { demandPerson } from '../../../service/records/people.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import type { Caller } from '../../api/callers/caller.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { defineRoute } from '../../api/route.ts'
import { findJudge } from '../../people/reading/find-judge.ts'
import { demandTask } from '../reading/tasks.ts'
import { control, framework, NewTask, TaskChange, TaskSchema, tag, taskParams, toWireTask } from './task-schema.ts'

export const addTask = defineRoute({
  method: 'post',
  path: '/v1/tasks',
  operationId: 'TasksController_add_v1',
  tag,
  summary: 'Add an obligation of your own',
  description: 'Its state is derived from checks, access reviews and accepted statements. Nobody can set it.',
  scope: 'tasks:write',
  body: [createJsonBody(NewTask)],
  answer: {
    status: 201,
    description: 'The obligation.',
    schema: TaskSchema,
    location: ({ id }) => `/v1/tasks/${id}`,
  },
  audit: { action: 'task.add' },
  handle: async ({ body: { userId: named, dueDay: firstDueDay, owner: ownerId, ...fields }, caller }, host) => {
    const { organizationId } = caller
    const userId = await findChanger(host, caller, named)
    await demandOwner(host, caller, ownerId)
    return toWireTask(await host.runtime.tasks.add({ ...fields, ownerId, firstDueDay, organizationId, userId }))
  },
})

export const listTasks = defineRoute({
  method: 'get',
  path: '/v1/tasks',
  operationId: 'TasksController_list_v1',
  tag,
  summary: 'List the obligations with their states, the oldest first',
  description:
    'Of the statements of each, `evidence` has the newest one, and all where it alone does not tell the state. For a viewer who is limited to a period: as they stood at its end.',
  scope: 'tasks:read',
  query: z.strictObject({
    state: z.enum(taskStates).optional(),
    control: control.optional(),
    framework: framework.optional(),
    owner: foreignId.optional().openapi({ example: 'usr_1' }),
    ...pageQuery,
  }),
  answer: {
    status: 200,
    description: 'One page of obligations.',
    schema: createPageSchema(TaskSchema)
      .extend({ total: z.int().openapi({ description: 'Of all pages.', example: 1 }) })
      .openapi('TaskPage'),
  },
  handle: async ({ query: { limit, cursor, owner: ownerId, ...choice }, caller }, { runtime }) => {
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    const { tasks, total } = await runtime.tasks.listPage({
      organizationId: caller.organizationId,
      within,
      ...choice,
      ownerId,
      after: parsePageCursor(cursor),
      limit: limit + 1,
    })
    const page = takePage(tasks, limit, {
      toPosition: ({ createdAtMs, id }) => ({ atMs: createdAtMs, id }),
      toItem: toWireTask,
    })
    return { ...page, total }
  },
})

export const getTask = defineRoute({
  method: 'get',
  path: '/v1/tasks/{taskId}',
  operationId: 'TasksController_get_v1',
  tag,
  summary: 'Read an obligation with its state and evidence',
  scope: 'tasks:read',
  params: taskParams,
  answer: { status: 200, description: 'The obligation.', schema: TaskSchema },
  handle: async ({ params: { taskId }, caller }, { runtime }) => toWireTask(await demandTask(runtime, caller, taskId)),
})

export const changeTask = defineRoute({
  method: 'patch',
  path: '/v1/tasks/{taskId}',
  operationId: 'TasksController_change_v1',
  tag,
  summary: 'Change an obligation',
  description: 'What you leave out stays. For somebody who is limited to a period, earlier terms stay what they were.',
  scope: 'tasks:write',
  params: taskParams,
  body: [createJsonBody(TaskChange)],
  answer: { status: 200, description: 'The obligation.', schema: TaskSchema },
  audit: { action: 'task.change' },
  problems: [409],
  handle: async (
    { params: { taskId: id }, body: { userId: named, dueDay, owner: ownerId, ...fields }, caller },
    host,
  ) => {
    const { organizationId } = caller
    await demandTask(host.runtime, caller, id)
    const userId = await findChanger(host, caller, named)
    await demandOwner(host, caller, ownerId)
    const change = { ...fields, ownerId, firstDueDay: dueDay }
    return toWireTask(await host.runtime.tasks.change({ id, organizationId, userId }, change))
  },
})

export const endTask = defineRoute({
  method: 'delete',
  path: '/v1/tasks/{taskId}',
  operationId: 'TasksController_end_v1',
  tag,
  summary: 'End an obligation: from now on nobody owes it',
  scope: 'tasks:write',
  params: taskParams,
  answer: {
    status: 200,
    description: 'It is ended.',
    schema: z.object({ id: z.string() }).openapi('EndedTask'),
  },
  audit: { action: 'task.end' },
  handle: async ({ params: { taskId: id }, caller: { organizationId, userId } }, { runtime }) => {
    if (await runtime.tasks.end({ id, organizationId, userId })) return { id }
    throw new ApiError('There is no such obligation.', { code: 'NOT_FOUND' })
  },
})

/** The person who changes something; with a key that names nobody, a program does. */
export async function findChanger(
  host: HostParts,
  caller: Caller,
  named: string | undefined,
): Promise<string | undefined> {
  if (caller.userId === undefined && named === undefined) return undefined
  return (await findJudge(host, caller, named, 'tasks:write')).userId
}

export async function demandOwner(
  { users }: HostParts,
  { organizationId }: Caller,
  userId: string | null | undefined,
): Promise<void> {
  if (userId) await demandPerson(users, { organizationId, userId }, 'owner')
}

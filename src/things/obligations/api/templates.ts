import { z } from '@hono/zod-openapi'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { isOfFramework } from '../../../checks/controls/frameworks/split-level.ts'
import type { TaskTemplate } from '../../../checks/obligations/template.ts'
import { toNullable, toWireConnectionId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, foreignId } from '../../../service/api/schemas/text-schema.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import { listMissing, type MissingProof } from '../reading/list-missing.ts'
import { framework, personId, TaskSchema, tag, toWireTask } from './task-schema.ts'
import { demandOwner, findChanger } from './tasks.ts'

const templateId = z.string().max(100).openapi({ example: 'backup-restore-test' })

const frameworkId = createFilledTextSchema({ max: 100 }).openapi({
  description:
    'Id of any framework, also of an own one. Where there are no templates for it, they follow from its groups: one for the controls of each that no check can prove.',
  example: 'nist-csf-2.0',
})

const TemplateSchema = z
  .object({
    id: templateId,
    title: z.string().openapi({ example: 'Restore a backup' }),
    description: z.string().openapi({ example: 'Restore the data of an important system into another place.' }),
    controls: z.array(z.string()).openapi({ example: ['soc2:A1.3'] }),
    everyDays: z.int().openapi({ example: 184 }),
    added: z.boolean().openapi({ description: 'Whether the organization has it.', example: false }),
  })
  .openapi('TaskTemplate')

export const listTemplates = defineRoute({
  method: 'get',
  path: '/v1/tasks/templates',
  operationId: 'TasksController_listTemplates_v1',
  tag,
  summary: 'List what auditors of SOC 2 and ISO 27001 expect',
  scope: 'tasks:read',
  query: z.strictObject({
    framework: framework.optional().openapi({ description: 'Left out: all.' }),
    frameworkId: frameworkId.optional(),
  }),
  answer: {
    status: 200,
    description: 'The templates.',
    schema: z.object({ data: z.array(TemplateSchema) }).openapi('TaskTemplates'),
  },
  handle: async ({ query, caller }, { runtime }) => {
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    const { organizationId } = caller
    const added = await runtime.tasks.addedTemplates({ organizationId, within })
    const isOf = ({ controls }: TaskTemplate) =>
      query.framework === undefined || controls.some((each) => isOfFramework(each, query.framework ?? ''))
    const of = query.frameworkId === undefined ? undefined : { organizationId, framework: query.frameworkId }
    return {
      data: (await runtime.tasks.templates(of)).filter(isOf).map(({ id, title, description, controls, everyDays }) => ({
        id,
        title,
        description,
        everyDays,
        controls: [...controls],
        added: added.has(id),
      })),
    }
  },
})

export const addFromTemplates = defineRoute({
  method: 'post',
  path: '/v1/tasks/templates',
  operationId: 'TasksController_addFromTemplates_v1',
  tag,
  summary: 'Add the obligations of a framework, or some of them',
  description: 'Those that the organization has already stay as they are.',
  scope: 'tasks:write',
  body: [
    createJsonBody(
      z
        .strictObject({
          framework: framework.optional().openapi({ description: 'Needed if you name no templates.' }),
          frameworkId: frameworkId.optional(),
          ownerId: foreignId
            .optional()
            .openapi({ description: 'The person who takes care of them.', example: 'usr_1' }),
          templates: z
            .array(templateId)
            .max(100)
            .optional()
            .openapi({ description: 'Left out: all of the framework.' }),
          userId: personId,
        })
        .openapi('AddTemplates'),
    ),
  ],
  answer: {
    status: 201,
    description: 'Those that were added.',
    schema: z.object({ data: z.array(TaskSchema) }).openapi('AddedTasks'),
  },
  audit: { action: 'task.add', target: () => null },
  handle: async ({ body: { userId: named, framework: usual, frameworkId: any, ...fields }, caller }, host) => {
    const { organizationId } = caller
    const { ownerId } = fields
    const userId = await findChanger(host, caller, named)
    await demandOwner(host, caller, ownerId)
    const added = await host.runtime.tasks.addTemplates({ ...fields, framework: any ?? usual, organizationId, userId })
    return { data: added.map(toWireTask) }
  },
})

const MissingSchema = z
  .object({
    id: z.string().openapi({ example: 'A1.3' }),
    title: z.string().openapi({ example: 'Testing of recovery plans' }),
    group: z.string().nullable().openapi({ example: 'Availability' }),
    lacks: z.enum(['check', 'connection', 'fresh_evidence']).openapi({
      description:
        '`check`: no connector here has a check for it, and no obligation names it. `connection`: nothing is connected that has one. `fresh_evidence`: a check was not run or is too old, or an obligation is not met.',
    }),
    connectors: z.array(z.string()).openapi({ description: 'Connectors with a check for it.', example: [] }),
    checks: z.array(
      z.object({
        connector: z.string().openapi({ example: 'acme' }),
        connectionId: z.string().nullable().openapi({ example: null }),
        connections: z.int().nullable().openapi({
          description:
            'In place of a connection: how many more connections there are on which the check lacks the same. The first ten are named.',
          example: null,
        }),
        taskId: z.string().nullable().openapi({ description: 'It is an obligation.', example: null }),
        id: z.string().openapi({ example: 'restore-tested' }),
        title: z.string().openapi({ example: 'Restoring a backup is tested' }),
        because: z.string().openapi({ example: 'was not run' }),
      }),
    ),
    templates: z
      .array(z.string())
      .openapi({ description: 'Obligations that you could add.', example: ['backup-restore-test'] }),
  })
  .openapi('MissingProof')

export const listMissingProof = defineRoute({
  method: 'get',
  path: '/v1/tasks/missing',
  operationId: 'TasksController_listMissing_v1',
  tag,
  summary: 'List what is missing for a framework, control by control',
  description: 'For a viewer who is limited to a period: what was missing at its end.',
  scope: 'tasks:read',
  permission: 'controls:read',
  query: z.strictObject({ framework: framework.optional().openapi({ description: 'Left out: all.' }) }),
  answer: {
    status: 200,
    description: 'By framework.',
    schema: z
      .object({
        data: z.array(
          z.object({
            id: z.string().openapi({ example: 'soc2' }),
            title: z.string().openapi({ example: 'SOC 2' }),
            controls: z.int().openapi({ description: 'How many controls it has.', example: 61 }),
            missing: z.array(MissingSchema),
          }),
        ),
      })
      .openapi('MissingOfFrameworks'),
  },
  handle: async ({ query, caller }, { runtime }) => {
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    const frameworks = query.framework === undefined ? frameworkIds : [query.framework]
    const found = await listMissing(runtime, caller.organizationId, { frameworks, within })
    return {
      data: found.map(({ id, title, total, missing }) => ({
        id,
        title,
        controls: total,
        missing: missing.map(toWire),
      })),
    }
  },
})

function toWire({
  id,
  title,
  group,
  lacks,
  connectors,
  checks,
  templates,
}: MissingProof): z.input<typeof MissingSchema> {
  return {
    id,
    title,
    lacks,
    group: toNullable(group),
    connectors: [...connectors],
    checks: checks.map(({ connector, connectionId, connections, taskId, id: checkId, title: name, because }) => ({
      connector,
      id: checkId,
      title: name,
      because,
      taskId: toNullable(taskId),
      connections: toNullable(connections),
      connectionId: connectionId === undefined ? null : toWireConnectionId({ connectionId, connectorId: connector }),
    })),
    templates: templates.map((template) => template.id),
  }
}

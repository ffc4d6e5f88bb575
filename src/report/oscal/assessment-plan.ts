import { formatLine } from '../pieces/plain-text.ts'
import { createReportId } from '../pieces/report-id.ts'
import { createProp, toolActor } from './oscal-parts.ts'

/** What an assessment plan says, whether it is the plan of a package or of the runs in a report. */
export interface PlanParts {
  readonly id: string
  readonly metadata: object
  /** Of Checkwright, which carries the plan out. */
  readonly version: string
  /** Whose systems are assessed. */
  readonly system: { readonly id: string; readonly title: string; readonly description: string }
  readonly components: readonly PlanComponent[]
  readonly activities: readonly PlanActivity[]
  /** `reviewed-controls`. */
  readonly reviewed: object
  readonly tasks: readonly PlanTask[]
}

/** A connection, or what a cross-check reads. */
export interface PlanComponent {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly props: readonly object[]
}

/** A check or an obligation. */
export interface PlanActivity {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly props: readonly object[]
  /** `related-controls`; left out where it belongs to no control. */
  readonly controls?: object | undefined
}

/** Activities within a time. */
export interface PlanTask {
  readonly id: string
  readonly title: string
  /** Date-times with a zone. */
  readonly timing: { readonly start: string; readonly end: string }
  readonly activities: readonly Pick<PlanActivity, 'id' | 'title'>[]
  /** Components that the activities look at. @default all */
  readonly components?: readonly string[] | undefined
}

/** An OSCAL 1.2.1 assessment plan. */
export function createAssessmentPlan(parts: PlanParts): object {
  const { id, metadata, version, system, components, activities, reviewed, tasks } = parts
  return {
    'assessment-plan': {
      uuid: id,
      metadata,
      'import-ssp': {
        href: `#${system.id}`,
        remarks: 'There is no system security plan in OSCAL; the resource names the system.',
      },
      // OSCAL refuses empty lists.
      'local-definitions':
        components.length + activities.length > 0
          ? {
              components: components.length > 0 ? components.map(toComponent) : undefined,
              activities: activities.length > 0 ? activities.map(toActivity) : undefined,
            }
          : undefined,
      'reviewed-controls': reviewed,
      'assessment-subjects': [selectComponents(components.map((component) => component.id))],
      'assessment-assets': {
        components: [
          {
            uuid: toolActor['actor-uuid'],
            type: 'software',
            title: 'Checkwright',
            description: 'Asks the systems, judges their answers and keeps both.',
            props: [createProp('version', version)],
            status: { state: 'operational' },
          },
        ],
        'assessment-platforms': [
          {
            uuid: createReportId('oscal-platform'),
            title: 'Checkwright',
            'uses-components': [{ 'component-uuid': toolActor['actor-uuid'] }],
          },
        ],
      },
      tasks: tasks.length > 0 ? tasks.map(toTask) : undefined,
      'back-matter': {
        resources: [{ uuid: system.id, title: formatLine(system.title), description: system.description }],
      },
    },
  }
}

/** What made an observation, and the task of the plan that it made it for. */
export function toOrigins(taskId: string): readonly object[] {
  return [{ actors: [toolActor], 'related-tasks': [{ 'task-uuid': taskId }] }]
}

/** The id of a check or an obligation in every plan. */
export function toActivityId({ connector, id }: { readonly connector: string; readonly id: string }): string {
  return createReportId('oscal-activity', connector, id)
}

/** The task that a check is within the task of a plan. */
export function toStepId(taskId: string, activityId: string): string {
  return createReportId('oscal-step', taskId, activityId)
}

export function toComponentId(connectionId: string): string {
  return createReportId('oscal-component', connectionId)
}

function toComponent({ id, title, description, props }: PlanComponent): object {
  return { uuid: id, type: 'service', title, description, props, status: { state: 'operational' } }
}

function toActivity({ id, title, description, props, controls }: PlanActivity): object {
  return {
    uuid: id,
    title,
    description,
    props: [...props, createProp('method', 'TEST')],
    'related-controls': controls,
  }
}

/** With a task for each activity within, so that an observation names the check that it was made for. */
function toTask({ id, title, timing, activities, components = [] }: PlanTask): object {
  const subjects = [selectComponents(components)]
  return {
    uuid: id,
    type: 'action',
    title,
    timing: { 'within-date-range': timing },
    tasks:
      activities.length > 0
        ? activities.map((activity) => ({
            uuid: toStepId(id, activity.id),
            type: 'action',
            title: activity.title,
            'associated-activities': [{ 'activity-uuid': activity.id, subjects }],
          }))
        : undefined,
    subjects,
  }
}

function selectComponents(ids: readonly string[]): object {
  return ids.length > 0
    ? { type: 'component', 'include-subjects': ids.map((id) => ({ 'subject-uuid': id, type: 'component' })) }
    : { type: 'component', 'include-all': {} }
}

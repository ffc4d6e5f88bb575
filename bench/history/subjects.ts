import type { Runtime } from '../../src/things/runtime/runtime.ts'
import { large } from './organization.ts'
import type { Templates } from './templates.ts'

/** What requests are about: one thing of each kind in the large organization. */
export interface Subjects extends Templates {
  readonly runId: string
  /** A connection that lists accounts. */
  readonly systemId: string
  readonly personKey: string
  readonly reviewId: string
  readonly taskId: string
  /** One that statements satisfy. */
  readonly statedId: string
  readonly judgementId: string
  readonly waiverId: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly uploadId: string
  readonly answerId: string
  readonly logSize: number
}

export async function findSubjects(runtime: Runtime, templates: Templates): Promise<Subjects> {
  const of = { organizationId: large, limit: 1 }
  const { connectionId } = templates
  const [run] = await runtime.runs.list({ ...of, connectionId })
  const people = await waitForPeople(runtime)
  const [review] = await runtime.accessReviews.list({ ...of, isFinished: true })
  const tasks = await runtime.tasks.list(of)
  const [judgement] = await runtime.judgements.list({ ...of, connectionId })
  const [waiver] = await runtime.waivers.list(of)
  const [webhook] = await runtime.webhooks.list(of)
  const [delivery] = await runtime.webhooks.deliveries({ ...of, id: require(webhook).id })
  const [upload] = await runtime.workspace.evidenceUploads.list(of)
  const [answer] = await runtime.workspace.manualAnswers.list(of)
  return {
    ...templates,
    runId: require(run).id,
    systemId: require(people.systems[0]).connectionId,
    personKey: people.key,
    reviewId: require(review).id,
    taskId: require(tasks.find(({ satisfiedBy }) => !satisfiedBy.statements)).id,
    statedId: require(tasks.find(({ satisfiedBy }) => satisfiedBy.statements)).id,
    judgementId: require(judgement).id,
    waiverId: require(waiver).id,
    webhookId: require(webhook).id,
    deliveryId: require(delivery).id,
    uploadId: require(upload).file.id,
    answerId: require(answer).id,
    logSize: (await runtime.log.head(large)).size,
  }
}

/** Until nothing is put together any more, which would take its time from what is measured. */
async function waitForPeople(runtime: Runtime) {
  const until = Date.now() + 600_000
  for (;;) {
    const page = await runtime.peopleView.people({ organizationId: large, limit: 1 }).catch(() => undefined)
    if (page && !page.isOld) return { systems: page.head.systems, key: require(page.data[0]).key }
    if (Date.now() > until) throw new Error('The people were not put together within ten minutes.')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

function require<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The store lacks something that is asked for. Fill it again.')
  return found
}

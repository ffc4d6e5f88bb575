import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'

/** A place in the order in which some work does things, whatever takes how long. */
interface WorkStep {
  readonly id: string
  /** How many steps have begun in it. */
  begun: number
}

const steps = new AsyncLocalStorage<WorkStep>()

/**
 * Work whose requests have steps: a check, an inventory, an item of a loop. A replay finds an answer by the step of its request
 * where all else that told requests apart was a secret.
 * @param name tells the work from all other work of the run. It must not be made of anything that a vendor answered. Undefined for work
 *   that nobody replays: steps would cost its requests some microseconds each.
 */
export function runInSteps<T>(name: string | undefined, work: () => T): T {
  return name === undefined ? work() : steps.run(createStep(name), work)
}

/** The name of a part of a step. @param step undefined if the work has no steps */
export function namePart(step: string | undefined, index: number): string | undefined {
  return step === undefined ? undefined : `${step}.${index}`
}

/**
 * Begins a step, and gives its id; undefined outside of such work. Call it before anything is awaited: the caller continues in that
 * step, so that what it does next has the same id in every run, whoever else is faster.
 */
export function beginStep(): string | undefined {
  const present = steps.getStore()
  if (!present) return undefined
  const step = createStep(`${present.id}.${present.begun++}`)
  steps.enterWith(step)
  return step.id
}

/** A step holds none of those before it, because a check may have a hundred thousand. */
function createStep(name: string): WorkStep {
  return { id: hash('sha256', name, 'base64url').slice(0, idLength), begun: 0 }
}

// Only the steps of equal requests must differ.
const idLength = 10

import { inject } from 'vitest'
import { askBroker } from './broker.ts'

/** The path of the built command, which the first who asks in a run builds. */
export function locateCommand(): Promise<string> {
  return askBroker(inject('commandBroker'))
}

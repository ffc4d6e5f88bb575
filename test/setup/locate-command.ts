import { inject } from 'vitest'

/** The path of the built command, which the first who asks in a run builds. */
export async function locateCommand(): Promise<string> {
  const answer = await fetch(inject('commandBroker'))
  const said = await answer.text()
  if (!answer.ok) throw new Error(said)
  return said
}

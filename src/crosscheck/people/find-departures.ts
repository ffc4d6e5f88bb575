import type { Departure } from '../define/directory.ts'
import type { CrossCheckInputs, CrossCheckSource } from '../define/inputs.ts'
import { readPeople } from './read-people.ts'

/**
 * Since when people are gone whose end the directory does not say. Call it after each reading of a source, and store what it
 * returns: it is an input of the next one. Who is there again is left out.
 * @param linked ids of people whom links name
 * @throws CheckError `CROSS_CHECK_INPUT_INVALID`
 */
export async function findDepartures(
  inputs: CrossCheckInputs,
  source: CrossCheckSource,
  linked: AsyncIterable<string> | Iterable<string>,
): Promise<readonly Departure[]> {
  const people = await readPeople(inputs, source)
  const before = new Map(inputs.directory.departures.map(({ personId, since }) => [personId, since]))
  for await (const personId of linked) people.findLinked(personId)
  for (const personId of before.keys()) people.findLinked(personId)
  // A record that two parts of a list have counts once.
  const found = new Map<string, Departure>()
  // What later sources say of them has a time of its own.
  for (const person of people)
    for (const { id, status, doubt, readAtMs } of [person, ...person.others]) {
      const since = before.get(id)
      // What nobody can tell changes nothing.
      if (doubt !== undefined) {
        if (since !== undefined) found.set(id, { personId: id, since })
      } else if (status === 'missing' || status === 'left')
        found.set(id, { personId: id, since: since ?? new Date(readAtMs).toISOString() })
    }
  return [...found.values()]
}

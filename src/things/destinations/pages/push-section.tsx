import { mayDo } from '../../../service/rights/permissions.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { defineAction, type OwnVisit } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { destination } from '../thing.ts'

const page = `${destination.page}/:${destination.idName}/push`

/** Pushes the list of a destination. */
export const pushForm = defineAction({
  path: page,
  access: destination.scopes.write,
  audit: { action: 'destination.request', target: destination.idName },
  act: async ({ runtime, params, person: { organizationId } }) => {
    const id = params[destination.idName] ?? ''
    await runtime.destinations.push({ organizationId, id })
    return { kind: 'redirect', to: `${destination.page}/${id}`, notice: 'record-changed' }
  },
})

const bodyShownMax = 4_000

/** What a push would send, for whoever may push. */
export async function showPush({ runtime, person, texts }: OwnVisit, { id, organizationId }: ThingRecord) {
  if (!mayDo(person.role, destination.scopes.write)) return null
  const words = texts.destinations
  const { origin, requests, records, leftOut, problems } = await runtime.destinations.plan({ organizationId, id })
  return (
    <Sheet id="push" title={words.plan}>
      {problems.length > 0 ? (
        <>
          <p>{words.cannot}</p>
          <ul class="list">
            {problems.map((problem) => (
              <li>{problem}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{words.records({ count: texts.format.counted(records), origin })}</p>
          {Object.entries(leftOut).map(([reason, count]) => (
            <p class="small">{words.leftOut({ count: texts.format.counted(count), reason })}</p>
          ))}
          <details>
            <summary>{words.body}</summary>
            <Scrollable name={words.plan}>
              {requests.map(({ method, path, body }) => (
                <pre>
                  {method} {path}
                  {'\n'}
                  {body.length > bodyShownMax ? `${body.slice(0, bodyShownMax).toWellFormed()}…` : body}
                </pre>
              ))}
            </Scrollable>
          </details>
          <PostForm to={`${destination.page}/${id}/push`}>
            <SubmitButton looks="quiet">{words.push}</SubmitButton>
          </PostForm>
        </>
      )}
    </Sheet>
  )
}

import { formatDay } from '../../checks/findings/due.ts'
import type { FindingDetail } from '../../runtime/findings.ts'
import { PostForm } from '../frame/links.tsx'
import { Due } from './finding-words.tsx'
import type { Choosable } from './people.ts'

interface WorkProps {
  readonly finding: FindingDetail
  readonly people: readonly Choosable[]
  /** The reader. */
  readonly userId: string
  readonly nowMs: number
}

/** Who takes care of it and by when, with forms to change both. */
export function Work({ finding, people, userId, nowMs }: WorkProps) {
  const { id, ownerId, dueAtMs, dueReason, state } = finding
  return (
    <section class="sheet work" aria-labelledby="work">
      <h2 id="work">Owner and due day</h2>
      <PostForm to="/findings/change" class="with-button">
        <input type="hidden" name="finding" value={id} />
        <div class="field">
          <label for="owner">Owner</label>
          <select id="owner" name="owner">
            <option value="">Nobody</option>
            {people.map((person) => (
              <option value={person.id} selected={person.id === ownerId}>
                {person.id === userId ? `${person.name} (you)` : person.name}
              </option>
            ))}
          </select>
        </div>
        <button class="button quiet" type="submit">
          Set owner
        </button>
      </PostForm>
      {ownerId !== userId && state !== 'resolved' && (
        <PostForm to="/findings/change">
          <input type="hidden" name="finding" value={id} />
          <input type="hidden" name="owner" value={userId} />
          <button class="button plain" type="submit">
            Take it yourself
          </button>
        </PostForm>
      )}
      {state !== 'resolved' && (
        <>
          <p>
            Due <Due finding={finding} nowMs={nowMs} />
            <span class="small">{dueReason === null ? ', by its severity' : `: ${dueReason}`}</span>
          </p>
          <details>
            <summary>Change the due day</summary>
            <PostForm to="/findings/change">
              <input type="hidden" name="finding" value={id} />
              <div class="field">
                <label for="due">Due on</label>
                <input
                  id="due"
                  name="due"
                  type="date"
                  min={formatDay(nowMs)}
                  value={formatDay(Math.max(dueAtMs, nowMs))}
                  required
                />
              </div>
              <div class="field">
                <label for="reason">Reason</label>
                <input id="reason" name="reason" maxlength={2000} required />
              </div>
              <div class="actions">
                <button class="button quiet" type="submit">
                  Set due day
                </button>
              </div>
            </PostForm>
            {dueReason !== null && (
              <PostForm to="/findings/change">
                <input type="hidden" name="finding" value={id} />
                <input type="hidden" name="due" value="severity" />
                <button class="button plain" type="submit">
                  By its severity again
                </button>
              </PostForm>
            )}
          </details>
        </>
      )}
    </section>
  )
}

interface WorkFactsProps {
  readonly finding: FindingDetail
  readonly owner: string | undefined
  readonly nowMs: number
}

/** The same for somebody who changes nothing. */
export function WorkFacts({ finding, owner, nowMs }: WorkFactsProps) {
  return (
    <section class="sheet" aria-labelledby="work">
      <h2 id="work">Owner and due day</h2>
      <dl class="pairs">
        <dt>Owner</dt>
        <dd>{owner ?? 'Nobody'}</dd>
        {finding.state !== 'resolved' && (
          <>
            <dt>Due</dt>
            <dd>
              <Due finding={finding} nowMs={nowMs} />
              {finding.dueReason !== null && <p class="small">{finding.dueReason}</p>}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

import type { Membership } from '../../workspace/memberships.ts'
import type { SentForm } from '../form.ts'

type MemberRole = Membership['role']

/** As a form sends them. */
export interface RoleValues {
  readonly role: string
  readonly periodFrom: string
  readonly periodTo: string
}

const choices: readonly MemberRole[] = ['member', 'admin', 'viewer']

const roleChoices = {
  member: 'Member: connects systems and runs checks',
  admin: 'Administrator: also people, API keys and accepted risks',
  viewer: 'Viewer: reads runs, findings and controls, such as an auditor',
}

/** A role, and the period of a viewer. */
export function RoleFields({ values: { role, periodFrom, periodTo } }: { readonly values: RoleValues }) {
  return (
    <>
      <div class="field">
        <label for="role">Role</label>
        <select id="role" name="role">
          {choices.map((choice) => (
            <option value={choice} selected={choice === role}>
              {roleChoices[choice]}
            </option>
          ))}
        </select>
      </div>
      <fieldset aria-describedby="help-period">
        <legend>
          Period of a viewer <span class="optional">optional</span>
        </legend>
        <p class="help" id="help-period">
          A viewer with a period sees the runs of these days (UTC) only, and findings and controls as they stood then.
        </p>
        <div class="fields">
          <div class="field">
            <label for="from">First day</label>
            <input id="from" name="from" type="date" value={periodFrom} />
          </div>
          <div class="field">
            <label for="to">Last day</label>
            <input id="to" name="to" type="date" value={periodTo} />
          </div>
        </div>
      </fieldset>
    </>
  )
}

export function readRoleFields(form: SentForm): RoleValues {
  return { role: form.text('role'), periodFrom: form.text('from').trim(), periodTo: form.text('to').trim() }
}

/** For the runtime, which checks them: the role may be any text. */
export function toRoleInput({ role, periodFrom, periodTo }: RoleValues) {
  return { role: role as MemberRole, periodFrom: periodFrom || null, periodTo: periodTo || null }
}

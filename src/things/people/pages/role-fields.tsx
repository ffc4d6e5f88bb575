import type { Membership } from '../../../service/records/memberships.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SentForm } from '../../pages/form.ts'
import { InputField, SelectField } from '../../pages/shared/form-field.tsx'

type MemberRole = Membership['role']

/** As a form sends them. */
export interface RoleValues {
  readonly role: string
  readonly periodFrom: string
  readonly periodTo: string
  readonly readsPeople: boolean
}

const choices: readonly MemberRole[] = ['member', 'admin', 'viewer']

/** A role, and the period of a viewer. */
export function RoleFields({ values: { role, periodFrom, periodTo, readsPeople } }: { readonly values: RoleValues }) {
  const texts = useTexts()
  return (
    <>
      <SelectField name="role" label={texts.settings.person.role}>
        {choices.map((choice) => (
          <option value={choice} selected={choice === role}>
            {texts.settings.roleChoices[choice]}
          </option>
        ))}
      </SelectField>
      <fieldset aria-describedby="help-period">
        <legend>
          {texts.settings.period.title} <span class="optional">{texts.labels.optional}</span>
        </legend>
        <p class="help" id="help-period">
          {texts.settings.period.help}
        </p>
        <div class="fields">
          <InputField name="from" label={texts.labels.firstDay} type="date" value={periodFrom} />
          <InputField name="to" label={texts.labels.lastDay} type="date" value={periodTo} />
        </div>
      </fieldset>
      <div class="field">
        <label class="tick">
          <input
            type="checkbox"
            name="readsPeople"
            value="yes"
            checked={readsPeople}
            aria-describedby="help-reads-people"
          />{' '}
          {texts.settings.readsPeople.label}
        </label>
        <p class="help" id="help-reads-people">
          {texts.settings.readsPeople.help}
        </p>
      </div>
    </>
  )
}

export function readRoleFields(form: SentForm): RoleValues {
  return {
    role: form.text('role'),
    periodFrom: form.text('from').trim(),
    periodTo: form.text('to').trim(),
    readsPeople: form.text('readsPeople') === 'yes',
  }
}

/** For the runtime, which checks them: the role may be any text. */
export function toRoleInput({ role, periodFrom, periodTo, readsPeople }: RoleValues) {
  return { role: role as MemberRole, periodFrom: periodFrom || null, periodTo: periodTo || null, readsPeople }
}

import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { deriveTones } from '../../../report/pieces/tones.ts'
import { type Language, languages, type OwnAppearance } from '../../../service/records/appearances.ts'
import { logoBytesMax } from '../../../service/records/logo.ts'
import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { findLogoPath } from '../../pages/frame/logo.ts'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, FormField, InputField, SelectField } from '../../pages/shared/form-field.tsx'
import { takeSentFile } from '../../pages/shared/sent-text.ts'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import type { Appearance } from '../../parts/appearance-options.ts'

const path = '/settings/appearance'

const refusals: ReadonlySet<string> = new Set(['APPEARANCE_INVALID', 'API_BODY_TOO_LARGE'])

/** What a person has entered, as the form shows it again. A file has to be chosen again. */
interface AppearanceEntry {
  readonly name: string
  readonly language: string
  readonly colour: string
  readonly isOwnColour: boolean
  readonly takesLogoAway: boolean
}
const access = 'people:write'

/** Name, colour, language and logo of the pages and reports of an organization. */
export const appearancePage = definePage({ path, access, show: (visit) => renderAppearance(visit) })

export const saveAppearance = defineAction({
  path,
  access,
  audit: { action: 'appearance.update' },
  takesFiles: true,
  act: async (submission) => {
    const { runtime, person, form } = submission
    const { organizationId } = person
    const entry: AppearanceEntry = {
      name: form.text('name').trim(),
      language: form.text('language'),
      colour: form.text('colour'),
      isOwnColour: form.text('own-colour') === 'on',
      takesLogoAway: form.text('no-logo') === 'on',
    }
    try {
      const file = await takeSentFile(submission, { field: 'logo', bytesMax: logoBytesMax })
      await runtime.appearance.set({
        organizationId,
        changes: {
          name: entry.name || null,
          colour: entry.isOwnColour ? entry.colour : null,
          language: (entry.language || null) as Language | null,
          // Without a new file it stays, unless the person takes it away.
          logo: file?.bytes ?? (entry.takesLogoAway ? null : undefined),
        },
      })
      return { kind: 'redirect', to: path, notice: 'appearance-saved' }
    } catch (error) {
      if (!(error instanceof CheckwrightError) || !refusals.has(error.code)) throw error
      const status = error instanceof ApiError ? error.status : 400
      return renderAppearance(submission, { entry, problem: error.message, status })
    }
  },
})

/** In the language itself, which people who look for it can read. */
function nameLanguage(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

async function renderAppearance(
  { runtime, person, texts }: OwnVisit,
  refused?: { readonly entry: AppearanceEntry; readonly problem: string; readonly status: number },
): Promise<PageAnswer> {
  const { organizationId } = person
  const [own, shown] = await Promise.all([
    runtime.appearance.own({ organizationId }),
    runtime.appearance.get({ organizationId }),
  ])
  return createPage(
    { status: refused?.status ?? 200, title: texts.labels.appearance },
    <>
      <SettingsHead title={texts.labels.appearance} at={path}>
        <p class="lead">{texts.appearance.lead}</p>
      </SettingsHead>
      <Alert says={refused?.problem} />
      <AppearanceForm own={own} shown={shown} entry={refused?.entry ?? toEntry(own, shown)} />
    </>,
  )
}

function toEntry({ name, language, colour }: OwnAppearance, shown: Appearance): AppearanceEntry {
  return {
    name: name ?? '',
    language: language ?? '',
    takesLogoAway: false,
    colour: colour ?? shown.colour ?? '#1d5a9e',
    isOwnColour: colour !== null,
  }
}

interface AppearanceFormProps {
  readonly own: OwnAppearance
  readonly shown: Appearance
  readonly entry: AppearanceEntry
}

function AppearanceForm({ own, shown, entry }: AppearanceFormProps) {
  const { base, texts } = useFrame()
  return (
    <Sheet id="look" title={texts.appearance.title}>
      <PostForm to={path} enctype="multipart/form-data">
        <InputField
          name="name"
          label={texts.labels.name}
          optional
          help={texts.appearance.nameHelp}
          maxlength={60}
          value={entry.name}
        />
        <SelectField name="language" label={texts.labels.language}>
          <option value="">{texts.appearance.languageDefault}</option>
          {languages.map((language) => (
            <option value={language} lang={language} selected={language === entry.language}>
              {nameLanguage(language)}
            </option>
          ))}
        </SelectField>
        <FormField id="colour" label={texts.appearance.colour} help={texts.appearance.colourHelp}>
          <input id="colour" name="colour" type="color" value={entry.colour} aria-describedby="colour-help" />
          {shown.colour !== null && <UsedTones colour={shown.colour} />}
          <label class="tick">
            <input type="checkbox" name="own-colour" checked={entry.isOwnColour} /> {texts.appearance.useColour}
          </label>
        </FormField>
        <FormField id="logo-file" label={texts.appearance.logo} optional help={texts.appearance.logoHelp}>
          {shown.logo && (
            <img class="logo" src={`${base}${findLogoPath(shown.logo)}`} alt={texts.appearance.currentLogo} />
          )}
          <input
            id="logo-file"
            name="logo-file"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby="logo-file-help"
          />
        </FormField>
        {own.logo && (
          <label class="tick">
            <input type="checkbox" name="no-logo" checked={entry.takesLogoAway} /> {texts.appearance.removeLogo}
          </label>
        )}
        <FormActions submit={texts.actions.save} />
      </PostForm>
    </Sheet>
  )
}

function UsedTones({ colour }: { readonly colour: string }) {
  const texts = useTexts()
  const { light, dark } = deriveTones(colour)
  if (light === colour && dark === colour) return null
  return <p class="small">{texts.appearance.usedTones({ light: <code>{light}</code>, dark: <code>{dark}</code> })}</p>
}

import { CheckwrightError } from '../../errors/index.ts'
import { deriveTones } from '../../report/brand/tones.ts'
import type { Appearance } from '../../runtime/organizations/appearance-options.ts'
import { type Language, languages, type OwnAppearance } from '../../workspace/appearances.ts'
import { logoBytesMax } from '../../workspace/files/logo.ts'
import { useFrame } from '../frame/frame.ts'
import { PostForm } from '../frame/links.tsx'
import { findLogoPath } from '../frame/logo.ts'
import { defineAction, definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { Alert } from '../shared/alert.tsx'
import { takeSentFile } from '../shared/sent-text.ts'
import { useTexts } from '../texts/use-texts.ts'
import { SettingsHead } from './settings-head.tsx'

const path = '/settings/appearance'
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
    const file = await takeSentFile(submission, { field: 'logo', bytesMax: logoBytesMax })
    try {
      const isOwnColour = form.text('own-colour') === 'on'
      await runtime.appearance.set({
        organizationId,
        changes: {
          name: form.text('name').trim() || null,
          colour: isOwnColour ? form.text('colour') : null,
          language: (form.text('language') || null) as Language | null,
          // Without a new file it stays, unless the person takes it away.
          logo: file?.bytes ?? (form.text('no-logo') === 'on' ? null : undefined),
        },
      })
      return { kind: 'redirect', to: path, notice: 'appearance-saved' }
    } catch (error) {
      if (error instanceof CheckwrightError && error.code === 'APPEARANCE_INVALID')
        return renderAppearance(submission, error.message)
      throw error
    }
  },
})

/** In the language itself, which people who look for it can read. */
function nameLanguage(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

async function renderAppearance({ runtime, person, texts }: OwnVisit, problem?: string): Promise<PageAnswer> {
  const { organizationId } = person
  const [own, shown] = await Promise.all([
    runtime.appearance.own({ organizationId }),
    runtime.appearance.get({ organizationId }),
  ])
  return {
    kind: 'page',
    status: problem === undefined ? 200 : 400,
    title: texts.settings.appearance.title,
    content: (
      <>
        <SettingsHead title={texts.settings.appearance.title} at={path}>
          <p class="lead">{texts.settings.appearance.theNameColourLanguageAnd}</p>
        </SettingsHead>
        <Alert says={problem} />
        <AppearanceForm own={own} shown={shown} />
      </>
    ),
  }
}

function AppearanceForm({ own, shown }: { readonly own: OwnAppearance; readonly shown: Appearance }) {
  const { base, texts } = useFrame()
  const says = texts.settings.appearance
  return (
    <section class="sheet" aria-labelledby="look">
      <h2 id="look">{says.yourOwnLook}</h2>
      <PostForm to={path} enctype="multipart/form-data">
        <div class="field">
          <label for="name">
            {says.name} <span class="optional">{says.optional}</span>
          </label>
          <p class="help" id="name-help">
            {says.itStandsAtTheTop}
          </p>
          <input id="name" name="name" maxlength={60} value={own.name ?? ''} aria-describedby="name-help" />
        </div>
        <div class="field">
          <label for="language">{says.language}</label>
          <select id="language" name="language">
            <option value="">{says.asTheService}</option>
            {languages.map((language) => (
              <option value={language} lang={language} selected={language === own.language}>
                {nameLanguage(language)}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="colour">{says.colour}</label>
          <p class="help" id="colour-help">
            {says.linksAndButtonsHaveIt}
          </p>
          <input
            id="colour"
            name="colour"
            type="color"
            value={own.colour ?? shown.colour ?? '#1d5a9e'}
            aria-describedby="colour-help"
          />
          {shown.colour !== null && <UsedTones colour={shown.colour} />}
          <label class="tick">
            <input type="checkbox" name="own-colour" checked={own.colour !== null} /> {says.useThisColour}
          </label>
        </div>
        <div class="field">
          <label for="logo-file">
            {says.logo} <span class="optional">{says.optional}</span>
          </label>
          <p class="help" id="logo-help">
            {says.aPngJpegOrWebp}
          </p>
          {shown.logo && <img class="logo" src={`${base}${findLogoPath(shown.logo)}`} alt={says.theLogoNow} />}
          <input
            id="logo-file"
            name="logo-file"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby="logo-help"
          />
        </div>
        {own.logo && (
          <label class="tick">
            <input type="checkbox" name="no-logo" /> {says.takeTheLogoAway}
          </label>
        )}
        <div class="actions">
          <button class="button primary" type="submit">
            {says.save}
          </button>
        </div>
      </PostForm>
    </section>
  )
}

function UsedTones({ colour }: { readonly colour: string }) {
  const texts = useTexts()
  const { light, dark } = deriveTones(colour)
  if (light === colour && dark === colour) return null
  return (
    <p class="small">
      {texts.settings.appearance.usedOnLightAndOnDark({ light: <code>{light}</code>, dark: <code>{dark}</code> })}
    </p>
  )
}

import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'

export const appearance = {
  lead: 'The name, colour, language and logo of your pages and reports.',
  title: 'Your branding',
  nameHelp: 'Shown at the top of pages and reports. If empty, the name of the service is used.',
  languageDefault: 'Same as the service',
  colour: 'Colour',
  colourHelp: 'The colour of links and buttons. Pages adjust it where it would be hard to read.',
  useColour: 'Use this colour',
  logo: 'Logo',
  logoHelp:
    'A PNG, JPEG or WebP image up to 100 kB, about 64 pixels high. It has to be visible on light and dark backgrounds.',
  currentLogo: 'Current logo',
  removeLogo: 'Remove logo',
  usedTones: ({ light, dark }: { light: Child; dark: Child }) => phrase`Used: ${light} on light, ${dark} on dark.`,
}

import { phrase } from '../../../service/pages/texts/phrase.ts'
import type { appearance as english } from './appearance.en.ts'

export const appearance: typeof english = {
  lead: 'Name, Farbe, Sprache und Logo Ihrer Seiten und Berichte.',
  title: 'Ihr eigenes Erscheinungsbild',
  nameHelp: 'Steht oben auf Seiten und Berichten. Bleibt das Feld leer, gilt der Name des Dienstes.',
  languageDefault: 'Wie der Dienst',
  colour: 'Farbe',
  colourHelp: 'Die Farbe von Links und Schaltflächen. Wo sie schlecht lesbar wäre, passen die Seiten sie an.',
  useColour: 'Diese Farbe verwenden',
  logo: 'Logo der Organisation',
  logoHelp:
    'Ein Bild im Format PNG, JPEG oder WebP mit höchstens 100 kB, etwa 64 Pixel hoch. Es muss auf hellem und auf dunklem Grund sichtbar sein.',
  currentLogo: 'Das jetzige Logo',
  removeLogo: 'Logo entfernen',
  usedTones: ({ light, dark }) => phrase`Verwendet: ${light} auf hellem Grund, ${dark} auf dunklem.`,
}

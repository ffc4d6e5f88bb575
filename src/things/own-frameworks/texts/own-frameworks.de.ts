import { format } from '../../all-texts/de/format.ts'
import type { ownFrameworks as english } from './own-frameworks.en.ts'

export const ownFrameworks: typeof english = {
  help: 'Eine eigene Rahmenwerksdatei, ein Katalog oder Profil von OSCAL, eine Bibliothek von CISO Assistant, ein Katalog von Gemara oder ein Rahmenwerk von Prowler, bis 20 MB. Sie sehen, was gelesen wurde, bevor etwas zählt.',
  id: 'Kennung des Rahmenwerks',
  idHelp: 'Wonach seine Kontrollen genannt werden. Lassen Sie das Feld leer, um die der Datei zu verwenden.',
  refused: 'Die Datei wurde nicht übernommen',
  preview: 'Was gelesen wurde',
  change: ({ added, removed, from }) =>
    `Verglichen mit ${from}: ${format.count(added, 'neue Kontrolle', 'neue Kontrollen')}, ${format.count(removed, 'Kontrolle', 'Kontrollen')} nicht mehr vorhanden.`,
  gone: 'Der Inhalt dieses Rahmenwerks ist nicht mehr gespeichert.',
  noGroup: 'Ohne Gruppe',
  asks: ({ count }) => `verlangt ${format.count(count, 'Aussage', 'Aussagen')}`,
  open: 'Stand seiner Kontrollen ansehen',
}

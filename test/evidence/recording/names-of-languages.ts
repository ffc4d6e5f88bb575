/**
 * A detector of its own: letters of a name in any case and composition, in texts that are decoded as far as they can be. Latin letters
 * count with their accents alone, so that "Ö" is not in "Organization".
 */
export function finds(text: string, name: string): boolean {
  const plain = (each: string) => each.normalize('NFC').toLocaleLowerCase('und')
  let decoded = text
  for (let round = 0; round < 3; round++) {
    decoded = decoded.replaceAll(/(?:%[0-9a-f]{2})+/gi, (code) => {
      try {
        return decodeURIComponent(code)
      } catch {
        return code
      }
    })
    decoded = decoded.replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  }
  return plain(decoded).includes(plain(name))
}

/** Given and family name, as people of these languages write them. */
export const names: readonly (readonly [language: string, given: string, family: string])[] = [
  ['Arabic', 'محمد', 'الحسيني'],
  ['Armenian', 'Արամ', 'Պետրոսյան'],
  ['Amharic', 'አበበ', 'ቢቂላ'],
  ['Bengali', 'অনির্বাণ', 'চট্টোপাধ্যায়'],
  ['Bulgarian', 'Иван', 'Димитров'],
  ['Burmese', 'အောင်ဆန်း', 'စုကြည်'],
  ['Chinese', '小明', '欧阳'],
  ['Czech', 'Žofie', 'Šťastná'],
  ['Danish', 'Søren', 'Ørsted'],
  ['Georgian', 'გიორგი', 'ბერიძე'],
  ['German', 'Jürgen', 'Groß'],
  ['Greek', 'Νίκος', 'Παππάς'],
  ['Gujarati', 'હિતેશ', 'પટેલ'],
  ['Hebrew', 'יעקב', 'לוינסון'],
  ['Hindi', 'प्रिया', 'शर्मा'],
  ['Icelandic', 'Þórður', 'Ægisson'],
  ['Japanese', '太郎', '田中'],
  ['Japanese in kana', 'さくら', 'ワタナベ'],
  ['Kannada', 'ರಾಜೇಶ್', 'ಗೌಡ'],
  ['Kazakh', 'Әсет', 'Қайратұлы'],
  ['Khmer', 'សុខា', 'ចាន់ថា'],
  ['Korean', '민준', '남궁'],
  ['Lao', 'ສົມພອນ', 'ວົງສາ'],
  ['Latvian', 'Jānis', 'Bērziņš'],
  ['Malayalam', 'രാജേഷ്', 'മേനോൻ'],
  ['Mongolian', 'Бат-Эрдэнэ', 'Ганбаатар'],
  ['Persian', 'پریسا', 'تبریزی'],
  ['Polish', 'Żółć', 'Łęcka'],
  ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ', 'ਢਿੱਲੋਂ'],
  ['Romanian', 'Ștefan', 'Țăranu'],
  ['Russian', 'Иван', 'Петров'],
  ['Sinhala', 'නිමල්', 'පෙරේරා'],
  ['Spanish', 'José', 'Ejémplo'],
  ['Swedish', 'Åsa', 'Öberg'],
  ['Tamil', 'கார்த்திக்', 'சுப்ரமணியம்'],
  ['Telugu', 'వెంకట్', 'రెడ్డి'],
  ['Thai', 'สมชาย', 'ใจดี'],
  ['Turkish', 'İlker', 'Işık'],
  ['Ukrainian', 'Євген', 'Щербак'],
  ['Vietnamese', 'Nguyễn', 'Thị Hồng'],
]

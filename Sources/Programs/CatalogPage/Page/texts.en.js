// English, as the page is written.
export const [language, direction] = ['en', 'ltr'];
export const texts = {};

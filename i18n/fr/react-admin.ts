export { default } from 'ra-language-french'

import { TextInput, type TextInputProps } from '@mantine/core';

// Mantine aligns by the page; what somebody writes stands by its own direction.
const OWN_WAY = { input: { textAlign: 'start' as const } };

/** A field for somebody's words, which run the way of their own letters. */
export function WordsField(props: Omit<TextInputProps, 'dir' | 'styles'>) {
  // An empty field shows its example, which is in the page's language.
  const hasWords = typeof props.value === 'string' && props.value !== '';
  return <TextInput {...props} {...(hasWords && { dir: 'auto', styles: OWN_WAY })} />;
}

//! Splits the value of a directive into words.

/// Splits at blanks; double quotes keep blanks together and `""` is an empty word.
pub fn split_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    if quoted {
        return Err(format!("unbalanced quote in `{text}`"));
    }
    words.extend(word);
    Ok(words)
}

// Shared by both files of this program.
enum Letter { OTHER, LOWER, UPPER, DIGIT };
enum Letter letter(char c);

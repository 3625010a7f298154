// Shared by both files of this program.
int clamp(int x, int low, int high);

//! How the steps of a scenario are run: each is begun by [`UnitRun::begin_step`], and what it came to
//! is kept by [`UnitRun::end_step`], which begins the next.

use std::sync::Arc;

use coax_ir::Kind;

use super::{Observed, ObservedWord, Progress, Ready, Role, Scenario, Step};
use crate::layers::UnitRun;
use crate::scenario::InScenario;
use crate::symbolic::InputSource;
use crate::unit::{chosen, counted, is_to_release};
use crate::{Argument, Mark, Stage, State, Stop};

impl<'p> UnitRun<'_, 'p> {
    /// Puts a state at the start of a scenario, once the program's constructors have run.
    pub(crate) fn begin_scenario(
        &mut self,
        state: &mut State<'p>,
        scenario: &Scenario,
    ) -> Result<(), Stop> {
        state.above.scenario = Arc::new(Progress::of(scenario));
        self.begin_main(state, &[Argument::Bytes(b"program".to_vec())])
    }

    /// Puts a state in which an open scenario has ended at the start of one more call.
    pub fn extend(&mut self, state: &mut State<'p>, step: Step) -> Result<(), Stop> {
        if !state.frames.is_empty() || !state.above.progress().extend(step) {
            return Err(Stop::Internal("a scenario is extended that has not ended".into()));
        }
        if let Some(symbols) = &mut self.above.symbols {
            symbols.enter(state);
        }
        self.begin_step(state)
    }

    /// Begins the next step. Before the first of those that lead to a call is run, it is known what
    /// each of them takes: where one fails, the others are part of the test all the same.
    pub(crate) fn begin_step(&mut self, state: &mut State<'p>) -> Result<(), Stop> {
        state.stage = Stage::Steps;
        while let Some(open) = state.above.scenario.first_open() {
            self.prepare_step(state, open)?;
        }
        match state.role() {
            Some(Role::Release) if !is_to_release(self.program, state) => {
                state.above.progress().advance();
                self.begin_step(state)
            }
            Some(_) => self.start_step(state),
            None if state.above.progress().release() => self.begin_step(state),
            None => Err(Stop::Returned),
        }
    }

    /// The current step has returned: what it returned is kept, and the next is begun.
    pub(crate) fn end_step(&mut self, state: &mut State<'p>) -> Result<(), Stop> {
        let words = self.result.iter().map(ObservedWord::new).collect();
        state.above.progress().observe(Observed::Returned(words));
        match state.role() {
            Some(Role::OpenStream) => self.opened_stream(state),
            Some(Role::Count) => counted(self.program, state),
            Some(Role::Choose) => chosen(self.program, state),
            Some(Role::Construct) => self.made_in_unit(state)?,
            Some(Role::Use | Role::Call | Role::Release) => {}
            None => return Err(Stop::Internal("a step returned that was not called".into())),
        }
        state.above.progress().advance();
        self.begin_step(state)
    }

    /// Finds out what a step is called with.
    fn prepare_step(&mut self, state: &mut State<'p>, number: usize) -> Result<(), Stop> {
        if state.above.unit.is_some() {
            return self.prepare_in_unit(state, number);
        }
        let step = state.above.scenario.steps()[number].step.clone();
        let words = self.parameters(state, &step)?;
        state.above.progress().step_mut(number).ready = Some(Ready { words, ..Ready::default() });
        Ok(())
    }

    /// What a step is called with: its inputs are the next ones, and no pointers.
    fn parameters(&mut self, state: &mut State<'p>, step: &Step) -> Result<Vec<(u64, Mark)>, Stop> {
        let (program, id) = (self.program, step.function);
        let body = program.body(id).map_err(Stop::from)?;
        let mut words = Vec::new();
        for (index, param) in program.function(id).signature.params.iter().enumerate() {
            if let Some(given) = state.above.operand(step.argument(index))? {
                words.extend(given);
                continue;
            }
            let variable = body.variables.iter().find(|v| v.parameter == Some(index as u32 + 1));
            let name = variable.map_or_else(|| format!("arg{index}").into(), |v| v.name.clone());
            if param.kinds.contains(&Kind::Ptr) {
                let what = format!(
                    "parameter `{name}`: pointers as inputs of a function explored by itself"
                );
                return Err(Stop::Unsupported(what));
            }
            let source = InputSource::Parameter { index: index as u32, name };
            let bits: Vec<u32> = param.kinds.iter().map(|kind| kind.bits()).collect();
            let ty = variable.and_then(|v| v.ty);
            words.extend(self.symbols().parameter(state, &bits, source, ty));
        }
        Ok(words)
    }

    /// Calls what the current step calls.
    fn start_step(&mut self, state: &mut State<'p>) -> Result<(), Stop> {
        let current = state.above.scenario.current().cloned();
        let Some((current, ready)) = current.and_then(|step| Some((step.clone(), step.ready?)))
        else {
            return Err(Stop::Internal("a step whose arguments are not known".into()));
        };
        let words = self.final_words(state, ready)?;
        let object = self.words_of_object(state, &current)?;
        let words: Vec<_> = object.into_iter().chain(words).collect();
        self.start(state, current.step.function, &words)?;
        match state.above.unit {
            Some(_) => self.started_in_unit(state, current.role, current.step.function),
            None => Ok(()),
        }
    }
}
